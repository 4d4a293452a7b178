import { Exit, sentences } from "@remote-assist/cli/Process"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import * as Program from "./engine/Program.ts"
import type { Keys } from "./keymap/Keys.ts"
import type { ProfileChoice } from "./model/Model.ts"
import * as ProfilesFile from "./profiles/ProfilesFile.ts"
import * as SessionFile from "./profiles/SessionFile.ts"
import * as Profiles from "./profiles/settings.ts"
import { layerConnection } from "./renderers/headless/Connection.ts"
import { loadFile } from "./renderers/headless/keys.ts"
import { Login } from "./renderers/headless/Login.ts"
import * as Terminal from "./renderers/Terminal.ts"
import * as Settings from "./Settings.ts"
import * as Tui from "./Tui.ts"

const profileChoices = Effect.flatMap(ProfilesFile.read, ({ profiles }) =>
  Effect.forEach(Object.entries(profiles), ([name, { baseUrl, readOnly, region }]) =>
    Effect.map(SessionFile.readSessionOwner(name, region, baseUrl), (whose): ProfileChoice => ({
      name,
      region,
      address: baseUrl,
      isReadOnly: readOnly === true,
      whose
    }))
  )
)

interface Options extends Settings.Sources, Settings.ScreenFlags {
  readonly keymap: Keys
}

/** Runs the screen until the user quits or chooses another profile. */
const runScreen = (
  { keymap, noMouse, screenReader, ...sources }: Options,
  streams: Terminal.Streams,
  notice: string | undefined
) =>
  Effect.gen(function* () {
    const { credentials, stored } = yield* Login
    const email = yield* Settings.email
    const profiles = sources.demo ? [] : yield* profileChoices
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
  }).pipe(Effect.provide(layerConnection(sources, "default")), Effect.scoped, Profiles.provide(sources))

const withProfile = (options: Options, profile: string): Options => ({
  ...options,
  region: Option.none(),
  config: Option.none(),
  profile: Option.some(profile)
})

/** The screen is closed at the end of the first profile. */
const withoutScreen = (streams: Terminal.Streams): Terminal.Streams => ({ ...streams, screen: undefined })

/** Runs one profile after the other. If a profile cannot be used, the one before shows the error. */
const runProfiles = (
  options: Options,
  streams: Terminal.Streams,
  notice?: string,
  before?: Options
): Effect.Effect<void, unknown, Effect.Services<ReturnType<typeof runScreen>>> =>
  runScreen(options, streams, notice).pipe(
    Effect.flatMap((profile) =>
      profile === undefined
        ? Effect.void
        : runProfiles(withProfile(options, profile), withoutScreen(streams), undefined, options)
    ),
    Effect.catchIf(
      (error) => before !== undefined && !(error instanceof Program.Crashed) && !(error instanceof Exit),
      (error) =>
        runProfiles(
          before ?? options,
          withoutScreen(streams),
          sentences(error instanceof Error ? error.message : String(error))
        )
    )
  )

/** Opens the screen for the region of the settings, or for an emulator. */
export const open = Effect.fnUntraced(function* (flags: Settings.Sources & Settings.ScreenFlags) {
  const screenReader = flags.screenReader || (yield* Settings.screenReader)
  const streams = yield* Terminal.ofProcess(screenReader)
  const noMouse = flags.noMouse || !(yield* Settings.mouse)
  const keymap = yield* loadFile(flags.keys)
  yield* runProfiles({ ...flags, keymap, noMouse, screenReader }, streams)
})
