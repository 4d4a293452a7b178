// writes all users of the enterprise to standard output, as one JSON object per line

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeSink from "@effect/platform-node/NodeSink"
import * as Client from "@remote-assist/core/Client"
import { EnterpriseUser, EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as HttpFetch from "@remote-assist/core/HttpFetch"
import * as RegionConfig from "@remote-assist/core/RegionConfig"
import { Session } from "@remote-assist/core/Session"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Struct from "effect/Struct"

const Row = EnterpriseUser.mapFields(Struct.pick(["id", "email", "name", "active"]))
const Line = Schema.fromJsonString(Row)

// the program that reads a pipe, such as head, may end first
const output = NodeSink.fromWritable<{ readonly code?: unknown; readonly message: string }, string>({
  evaluate: () => process.stdout,
  onError: (error) => (error instanceof Error ? error : new Error(String(error))),
  endOnDone: false
})

const [email, password] = ["REMOTE_ASSIST_EMAIL", "REMOTE_ASSIST_PASSWORD"] as const

const program = Effect.gen(function* () {
  const session = yield* Session
  const users = yield* EnterpriseUsers
  yield* session.logIn({
    email: yield* RegionConfig.setting(email, Config.String(email), "the e-mail address of an administrator"),
    password: yield* RegionConfig.setting(password, Config.Redacted(password), "the password of this user")
  })
  yield* users.stream({}, { prefetch: 1 }).pipe(
    Stream.mapEffect((user) => Schema.encodeEffect(Line)(user)),
    Stream.map((line) => `${line}\n`),
    Stream.run(output)
  )
})

const layer = Client.layer.pipe(Layer.provide([RegionConfig.layer, HttpFetch.layer]))

program.pipe(
  Effect.provide(layer),
  Effect.catchIf(
    (error) => "code" in error && error.code === "EPIPE",
    () => Effect.void
  ),
  Effect.tapError(({ message }) => Console.error(message)),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
