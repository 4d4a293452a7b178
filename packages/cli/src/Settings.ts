import * as Flag from "effect/cli/Flag"
import type * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

/** Settings that cannot be used, and what to do about it. */
export class BadSettings extends Schema.TaggedError<BadSettings>()("BadSettings", { message: Schema.String }) {}

const regionName = "REMOTE_ASSIST_REGION"

/** The flags that say where settings come from. */
export const flags = {
  region: Flag.Literals("region", ["us", "eu"]).pipe(
    Flag.withDescription(`Region to connect to, instead of ${regionName}`),
    Flag.optional
  ),
  config: Flag.String("config").pipe(
    Flag.withDescription("File with settings, dotenv or JSON; those it lacks come from the environment"),
    Flag.withMetavar("file"),
    Flag.optional
  )
}

/** What {@link flags} yield. */
export interface Sources {
  readonly region: Option.Option<string>
  readonly config: Option.Option<string>
}

const Json = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))

const dotenvName = /^\s*(?:export\s+)?([\w.-]+)\s*[=:]/gm

/** Reads settings and their names from JSON or dotenv text, told apart by the first character. */
const parse = (path: string, text: string) =>
  text.trimStart().startsWith("{")
    ? Schema.decodeEffect(Json)(text).pipe(
        Effect.map((settings) => ({ names: Object.keys(settings), settings: ConfigProvider.fromUnknown(settings) })),
        Effect.mapError(
          () => new BadSettings({ message: `${path} starts like JSON, but is not an object of names and texts` })
        )
      )
    : Effect.succeed({
        names: [...text.matchAll(dotenvName)].map(([, name = ""]) => name),
        settings: ConfigProvider.fromDotEnvContents(text)
      })

/** What is wrong with the names in a file, in a sentence; nothing where they will do. */
export type Check = (path: string, names: ReadonlyArray<string>) => string | undefined

const fromFile = Effect.fnUntraced(function* (path: string, check: Check) {
  const files = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(
    files.readFileString(path),
    (error) => new BadSettings({ message: `Cannot read the settings in ${path} (${error.reason._tag})` })
  )
  const { names, settings } = yield* parse(path, text)
  const wrong = check(path, names)
  return wrong === undefined ? settings : yield* new BadSettings({ message: wrong })
})

/** The settings of flag and file, in this order, without those of the environment; those of a file are checked. */
export const given = Effect.fnUntraced(function* ({ config, region }: Sources, check: Check = () => undefined) {
  const file = Option.isSome(config) ? yield* fromFile(config.value, check) : ConfigProvider.fromUnknown({})
  return Option.isSome(region)
    ? ConfigProvider.orElse(ConfigProvider.fromUnknown({ [regionName]: region.value }), file)
    : file
})

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const missing = (name: string, elsewhere: ReadonlyArray<string>, wanted?: string) => {
  const places = [
    `set it${wanted === undefined ? "" : ` to ${wanted},`} in the environment or in a file given with --config`,
    ...elsewhere,
    ...(name === regionName ? ["give --region"] : [])
  ]
  return `The setting ${name} is missing: ${places.join(", or ")}`
}

/** Says in one sentence which setting is wrong and how. Values are not repeated: some are secret. */
const explain = (
  settings: ConfigProvider.ConfigProvider,
  { cause, message }: Config.ConfigError,
  elsewhere: ReadonlyArray<string>
) =>
  Effect.gen(function* () {
    const [issue] = Schema.isSchemaError(cause) ? formatIssue(cause.issue).issues : []
    const name = issue?.path?.map(String).join("_")
    if (issue === undefined || name === undefined) {
      return yield* new BadSettings({ message: `The settings cannot be used: ${message}` })
    }
    const found = yield* Effect.orElseSucceed(settings.load([name]), () => undefined)
    return yield* new BadSettings({
      message:
        found === undefined
          ? missing(name, elsewhere)
          : `The setting ${name} does not fit: ${issue.message.replace("Expected", "expected")}`
    })
  })

const isConfigError = (error: unknown): error is Config.ConfigError =>
  Predicate.hasProperty(error, "_tag") && error._tag === "ConfigError"

/** The setting that an error of the SDK is about, and what to set it to. */
const settingOf = (error: unknown) =>
  Predicate.hasProperty(error, "_tag") &&
  error._tag === "InvalidSettings" &&
  Predicate.hasProperty(error, "setting") &&
  Predicate.isString(error.setting)
    ? {
        name: error.setting,
        wanted: Predicate.hasProperty(error, "wanted") && Predicate.isString(error.wanted) ? error.wanted : undefined
      }
    : undefined

/** Says of a setting that is missing where it can be given; any other error goes on. */
const unlessMissing = <E>(settings: ConfigProvider.ConfigProvider, error: E, elsewhere: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const setting = settingOf(error)
    if (setting === undefined) return yield* Effect.fail(error)
    const { name, wanted } = setting
    const found = yield* Effect.orElseSucceed(settings.load([name]), () => undefined)
    return yield* found === undefined
      ? new BadSettings({ message: missing(name, elsewhere, wanted) })
      : Effect.fail(error)
  })

/** Runs an effect with settings; one that is wrong is explained. `elsewhere` says where else one can be given. */
export const using =
  (settings: ConfigProvider.ConfigProvider, elsewhere: ReadonlyArray<string> = []) =>
  <A, E, R>(effect: Effect.Effect<A, E | Config.ConfigError, R>): Effect.Effect<A, E | BadSettings, R> =>
    effect.pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, settings),
      Effect.matchEffect({
        onSuccess: Effect.succeed,
        onFailure: (error): Effect.Effect<never, E | BadSettings> =>
          isConfigError(error) ? explain(settings, error, elsewhere) : unlessMissing(settings, error, elsewhere)
      })
    )

/** As {@link using}, with the settings of flag, file and environment, in this order. */
export const provide =
  (sources: Sources) =>
  <A, E, R>(
    effect: Effect.Effect<A, E | Config.ConfigError, R>
  ): Effect.Effect<A, E | BadSettings, R | FileSystem.FileSystem> =>
    Effect.flatMap(given(sources), (given) => using(ConfigProvider.orElse(given, ConfigProvider.fromEnv()))(effect))
