import * as Config from "effect/Config"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/** Names what the control plane of an emulator is used with that other machines reach; its own setting for that. */
export const tokenVariable = "REMOTE_ASSIST_MOCK_CONTROL_TOKEN"

/** What the settings say to use a control plane with; one of this machine alone needs nothing. */
export const token: Config.Config<Redacted.Redacted | undefined> = Config.Redacted(tokenVariable).pipe(
  Config.option,
  Config.map(Option.getOrUndefined)
)
