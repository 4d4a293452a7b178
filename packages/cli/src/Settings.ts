import { explainFileError } from "@remote-assist/core/FileError"
import * as Flag from "effect/cli/Flag"
import type * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

/** Invalid settings; the message says what to do. */
export class BadSettings extends Schema.TaggedError<BadSettings>()("BadSettings", { message: Schema.String }) {}

const regionName = "REMOTE_ASSIST_REGION"

/** The flags for the sources of settings. */
export const flags = {
  region: Flag.Literals("region", ["us", "eu"]).pipe(
    Flag.withDescription(`Region to connect to, instead of ${regionName}`),
    Flag.optional
  ),
  config: Flag.String("config").pipe(
    Flag.withDescription("Settings file, dotenv or JSON; other settings come from the environment"),
    Flag.withMetavar("file"),
    Flag.optional
  )
}

/** The values of {@link flags}. */
export interface Sources {
  readonly region: Option.Option<string>
  readonly config: Option.Option<string>
}

const Json = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))

const dotenvName = /^\s*(?:export\s+)?([\w.-]+)\s*[=:]/gm

/** Parses settings and their names from JSON or dotenv text, distinguished by the first character. */
const parse = (path: string, text: string) =>
  text.trimStart().startsWith("{")
    ? Schema.decodeEffect(Json)(text).pipe(
        Effect.map((settings) => ({ names: Object.keys(settings), settings: ConfigProvider.fromUnknown(settings) })),
        Effect.mapError(
          () =>
            new BadSettings({
              message: `${path} starts like JSON, but is not an object of names and texts. Write {"NAME": "value"}`
            })
        )
      )
    : Effect.succeed({
        names: [...text.matchAll(dotenvName)].map(([, name = ""]) => name),
        settings: ConfigProvider.fromDotEnvContents(text)
      })

/** Returns the problem with the names in a file as a sentence, or `undefined`. */
export type Check = (path: string, names: ReadonlyArray<string>) => string | undefined

const fromFile = Effect.fnUntraced(function* (path: string, check: Check) {
  const files = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(
    files.readFileString(path),
    (error) => new BadSettings({ message: `Cannot read the settings in ${path}: ${explainFileError(error)}` })
  )
  const { names, settings } = yield* parse(path, text)
  const problem = check(path, names)
  return problem === undefined ? settings : yield* new BadSettings({ message: problem })
})

/** Reads the settings of flag and file, in this order, without the environment; `check` validates the names in the file. */
export const fromFlags = Effect.fnUntraced(function* ({ config, region }: Sources, check: Check = () => undefined) {
  const file = Option.isSome(config) ? yield* fromFile(config.value, check) : ConfigProvider.fromUnknown({})
  return Option.isSome(region)
    ? ConfigProvider.orElse(ConfigProvider.fromUnknown({ [regionName]: region.value }), file)
    : file
})

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const missing = (name: string, elsewhere: ReadonlyArray<string>, wanted?: string) => {
  const hints = [
    `set it${wanted === undefined ? "" : ` to ${wanted},`} in the environment or in a file given with --config`,
    ...elsewhere,
    ...(name === regionName ? ["give --region"] : [])
  ]
  return `The setting ${name} is missing: ${hints.join(", or ")}`
}

const isConfigError = (error: unknown): error is Config.ConfigError => Predicate.isTagged(error, "ConfigError")

/** The error of the SDK about a setting. */
const isInvalidSettings = Schema.is(
  Schema.Struct({
    _tag: Schema.Literal("InvalidSettings"),
    setting: Schema.String,
    wanted: Schema.optional(Schema.String)
  })
)

/** Explains a missing or invalid setting, without its value, which may be secret. Fails with any other error unchanged. */
const explain = Effect.fnUntraced(function* <E>(
  settings: ConfigProvider.ConfigProvider,
  error: E | Config.ConfigError,
  elsewhere: ReadonlyArray<string>
): Effect.fn.Return<never, E | BadSettings> {
  const cause = isConfigError(error) ? error.cause : undefined
  const [issue] = Schema.isSchemaError(cause) ? formatIssue(cause.issue).issues : []
  const { setting = issue?.path?.map(String).join("_"), wanted } = isInvalidSettings(error) ? error : {}
  const found = setting && (yield* Effect.orElseSucceed(settings.load([setting]), () => undefined))
  if (setting !== undefined && found === undefined)
    return yield* new BadSettings({ message: missing(setting, elsewhere, wanted) })
  if (!isConfigError(error)) return yield* Effect.fail(error)
  return yield* new BadSettings({
    message:
      issue === undefined || setting === undefined
        ? `The settings are invalid: ${error.message}`
        : `The setting ${setting} is invalid: ${issue.message.replace("Expected", "expected")}`
  })
})

/** Runs an effect with settings, and explains an invalid one. `elsewhere` lists further ways to set it. */
export const using =
  (settings: ConfigProvider.ConfigProvider, elsewhere: ReadonlyArray<string> = []) =>
  <A, E, R>(effect: Effect.Effect<A, E | Config.ConfigError, R>): Effect.Effect<A, E | BadSettings, R> =>
    effect.pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, settings),
      Effect.catch((error) => explain<E>(settings, error, elsewhere))
    )

/** Runs an effect with the settings of flag, file and environment, in this order. See {@link using}. */
export const provide =
  (sources: Sources) =>
  <A, E, R>(
    effect: Effect.Effect<A, E | Config.ConfigError, R>
  ): Effect.Effect<A, E | BadSettings, R | FileSystem.FileSystem> =>
    Effect.flatMap(fromFlags(sources), (settings) =>
      using(ConfigProvider.orElse(settings, ConfigProvider.fromEnv()))(effect)
    )
