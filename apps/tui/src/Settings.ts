import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import type { Credentials } from "./screens/LogIn/Account.ts"

/** Settings that cannot be used, and what to do about it. */
export class BadSettings extends Data.TaggedError("BadSettings")<{ readonly message: string }> {}

const prefix = "REMOTE_ASSIST_"

const Json = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))

/** Reads settings from JSON or dotenv text, told apart by the first character. */
const parse = (path: string, text: string) =>
  text.trimStart().startsWith("{")
    ? Schema.decodeEffect(Json)(text).pipe(
        Effect.map((settings) => ConfigProvider.fromUnknown(settings)),
        Effect.mapError(
          () => new BadSettings({ message: `${path} starts like JSON, but is not an object of names and texts` })
        )
      )
    : Effect.succeed(ConfigProvider.fromDotEnvContents(text))

const fromFile = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(
    files.readFileString(path),
    (error) => new BadSettings({ message: `Cannot read the settings in ${path} (${error.reason._tag})` })
  )
  return yield* parse(path, text)
})

/** Where settings come from: the region flag, then the file, then the environment. */
export const provider = Effect.fnUntraced(function* (
  region: Option.Option<string>,
  file: Option.Option<string>
): Effect.fn.Return<ConfigProvider.ConfigProvider, BadSettings, FileSystem.FileSystem> {
  const environment = ConfigProvider.fromEnv()
  const settings = Option.isSome(file) ? ConfigProvider.orElse(yield* fromFile(file.value), environment) : environment
  return Option.isSome(region)
    ? ConfigProvider.orElse(ConfigProvider.fromUnknown({ [`${prefix}REGION`]: region.value }), settings)
    : settings
})

/** What to log in with, if the settings say: a personal access token, or an e-mail address and a password. */
export const credentials: Config.Config<Credentials | undefined> = Config.all({
  token: Config.option(Config.Redacted(`${prefix}PERSONAL_ACCESS_TOKEN`)),
  email: Config.option(Config.NonEmptyString(`${prefix}EMAIL`)),
  password: Config.option(Config.Redacted(`${prefix}PASSWORD`))
}).pipe(
  Config.map(({ email, password, token }): Credentials | undefined => {
    if (Option.isSome(token)) return { _tag: "PersonalAccessToken", token: token.value }
    if (Option.isNone(email) || Option.isNone(password)) return undefined
    return { _tag: "Password", email: email.value, password: password.value }
  })
)

const missing = (name: string) =>
  `The setting ${name} is missing: set it in the environment or in a file given with --config` +
  (name === `${prefix}REGION` ? ", or give --region" : "")

/** Says in one sentence which setting is wrong and how. Values are not repeated: some are secret. */
export const explain = Effect.fnUntraced(function* (
  settings: ConfigProvider.ConfigProvider,
  error: Config.ConfigError
) {
  const [, expected, name] = /(Expected .+?)\)?\s+at \["(\w+)"\]/s.exec(error.message) ?? []
  if (name === undefined || expected === undefined) {
    return yield* new BadSettings({ message: `The settings cannot be used: ${error.message}` })
  }
  const node = yield* Effect.orElseSucceed(settings.load([name]), () => undefined)
  return yield* new BadSettings({
    message:
      node === undefined
        ? missing(name)
        : `The setting ${name} does not fit: ${expected.replace("Expected", "expected")}`
  })
})
