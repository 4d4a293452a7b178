import { setting } from "@remote-assist/core/RegionConfig"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Email = Schema.String.check(Schema.isPattern(/^[^\s@]+@[^\s@]+$/))

const emailOf = (name: string, whose: string) =>
  setting(name, Config.schema(Email, name), `the e-mail address of ${whose}, such as ada@example.com`)

const secret = (name: string, wanted: string) =>
  setting(name, Config.schema(Schema.Redacted(Schema.NonEmptyString), name), wanted)

const person = Effect.fnUntraced(function* (name: string, whose: string) {
  return {
    email: yield* emailOf(`${name}_EMAIL`, whose),
    password: yield* secret(`${name}_PASSWORD`, `the password of ${whose}`)
  }
})

/** Who is known to a service in operation, as the settings say. */
export const peopleOfSettings = Effect.gen(function* () {
  return {
    administrator: yield* person("REMOTE_ASSIST", "an administrator"),
    colleague: yield* person("REMOTE_ASSIST_COLLEAGUE", "an active user whom scenarios may deactivate for a moment"),
    personalAccessToken: yield* secret("REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN", "a personal access token")
  }
})
