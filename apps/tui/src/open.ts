import { Exit, sentences } from "@remote-assist/cli/Process"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import * as Program from "./engine/Program.ts"
import type { Keys } from "./keymap/Keys.ts"
import * as KeysFile from "./KeysFile.ts"
import type { ProfileChoice } from "./model/Model.ts"
import * as ProfilesFile from "./profiles/ProfilesFile.ts"
import * as SessionFile from "./profiles/SessionFile.ts"
import * as Profiles from "./profiles/settings.ts"
import type { Sources } from "./profiles/Sources.ts"
import { Entrance, layerConnection } from "./renderers/headless/Connection.ts"
import * as Terminal from "./renderers/screen/Terminal.ts"
import * as Settings from "./Settings.ts"
import * as Tui from "./Tui.ts"

const choices = Effect.flatMap(ProfilesFile.read, ({ profiles }) =>
  Effect.forEach(Object.entries(profiles), ([name, { baseUrl, readOnly, region }]) =>
    Effect.map(SessionFile.whoseOf(name, region, baseUrl), (whose): ProfileChoice => ({
      name,
      region,
      address: baseUrl,
      isReadOnly: readOnly === true,
      whose
    }))
  )
)

interface Given extends Sources, Omit<Settings.Flags, "keys"> {
  readonly keymap: Keys
}

type Needs = Effect.Services<ReturnType<typeof one>>

/** Runs on what some sources say, until one quits or chooses another profile. */
const one = (
  { keymap, noMouse, screenReader, ...sources }: Given,
  streams: Terminal.Streams,
  notice: string | undefined
) =>
  Effect.gen(function* () {
    const { credentials, stored } = yield* Entrance
    const email = yield* Config.option(Config.NonEmptyString("REMOTE_ASSIST_EMAIL"))
    const profiles = sources.demo ? [] : yield* choices
    return yield* Tui.run({
      credentials,
      stored,
      email: Option.getOrUndefined(email),
      streams,
      profiles,
      keys: keymap,
      mouse: !noMouse,
      screenReader,
      notice
    })
  }).pipe(Effect.provide(layerConnection(sources, "unless told")), Effect.scoped, Profiles.provide(sources))

const named = (sources: Given, profile: string): Given => ({
  ...sources,
  region: Option.none(),
  config: Option.none(),
  profile: Option.some(profile)
})

const messageOf = (error: unknown) => sentences(error instanceof Error ? error.message : String(error))

/** Runs profile after profile; if one cannot be used, the one before shows why. */
const go = (
  sources: Given,
  streams: Terminal.Streams,
  notice?: string,
  before?: Given
): Effect.Effect<void, unknown, Needs> =>
  one(sources, streams, notice).pipe(
    Effect.flatMap((chosen) =>
      chosen === undefined ? Effect.void : go(named(sources, chosen), streams, undefined, sources)
    ),
    Effect.catchIf(
      (error) => before !== undefined && !(error instanceof Program.Crashed) && !(error instanceof Exit),
      (error) => go(before ?? sources, streams, messageOf(error))
    )
  )

/** Opens the screen on the region that the settings name, or on an emulated one. */
export const open = Effect.fnUntraced(function* ({ keys, ...given }: Sources & Settings.Flags) {
  const screenReader = given.screenReader || (yield* Settings.screenReader)
  const streams = yield* Terminal.ofProcess(screenReader)
  const noMouse = given.noMouse || !(yield* Settings.mouse)
  const keymap = yield* KeysFile.load(keys)
  yield* go({ ...given, keymap, noMouse, screenReader }, streams)
})
