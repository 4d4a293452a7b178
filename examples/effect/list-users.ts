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

const [email, password] = ["REMOTE_ASSIST_EMAIL", "REMOTE_ASSIST_PASSWORD"] as const

const program = Effect.gen(function* () {
  const session = yield* Session
  const users = yield* EnterpriseUsers
  yield* session.logIn({
    email: yield* RegionConfig.setting(email, Config.String(email), "the e-mail address of an administrator"),
    password: yield* RegionConfig.setting(password, Config.Redacted(password), "the password of this user")
  })
  yield* Stream.runForEach(users.stream({ filter: "active=true" }), (user) => Console.log(user.email))
})

// RegionConfig reads the environment; Region.layer({ name: "us", baseUrl, apiKey }) takes values
const layer = Client.layer.pipe(Layer.provide([RegionConfig.layer, HttpFetch.layer]))

const exit = await Effect.provide(program, layer).pipe(
  Effect.tapCause((cause) => Console.error(Cause.pretty(cause))),
  Effect.runPromiseExit
)
if (Exit.isFailure(exit)) process.exitCode = 1
