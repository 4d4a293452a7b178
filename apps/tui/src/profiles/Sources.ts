import * as Settings from "@remote-assist/cli/Settings"
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"

/** Where settings come from, beside the environment. */
export interface Sources extends Settings.Sources {
  readonly profile: Option.Option<string>
  readonly readOnly: Option.Option<boolean>
  readonly demo: boolean
  readonly seed: Option.Option<string>
}

/** The flags that say so, which every command takes. */
export const flags = {
  ...Settings.flags,
  profile: Flag.String("profile").pipe(
    Flag.withMetavar("name"),
    Flag.withDescription("Connect as a profile says, instead of the environment; see remote-assist profiles"),
    Flag.optional
  ),
  readOnly: Flag.Boolean("read-only").pipe(
    Flag.withDescription("Refuse whatever would change something"),
    Flag.optional
  ),
  demo: Flag.Boolean("demo").pipe(Flag.withDescription("On a fresh emulator in this process"), Flag.withDefault(false)),
  seed: Flag.String("seed").pipe(
    Flag.withMetavar("users=N,calls=N|file.json"),
    Flag.withDescription("What the world of --demo has"),
    Flag.optional
  )
}
