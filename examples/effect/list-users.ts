import * as Client from "@remote-assist/core/Client"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as HttpFetch from "@remote-assist/core/HttpFetch"
import * as RegionConfig from "@remote-assist/core/RegionConfig"
import { Session } from "@remote-assist/core/Session"
import * as Cause from "effect/Cause"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

const program = Effect.gen(function* () {
  const session = yield* Session
  const users = yield* EnterpriseUsers
  const email = yield* Config.String("REMOTE_ASSIST_EMAIL")
  const password = yield* Config.Redacted("REMOTE_ASSIST_PASSWORD")
  yield* session.logIn({ email, password })
  yield* Stream.runForEach(users.stream({ filter: "active=true" }), (user) => Console.log(user.email))
})

// RegionConfig reads the environment; Region.layer({ name: "us", baseUrl, apiKey }) takes values
const layer = Client.layer.pipe(Layer.provide([RegionConfig.layer, HttpFetch.layer]))

const exit = await Effect.provide(program, layer).pipe(
  Effect.tapCause((cause) => Console.error(Cause.pretty(cause))),
  Effect.runPromiseExit
)
if (Exit.isFailure(exit)) process.exitCode = 1
