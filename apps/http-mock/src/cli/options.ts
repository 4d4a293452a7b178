import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import type { ServerOptions } from "../Emulator.ts"
import type { flags } from "../Flags.ts"
import * as PartnerKeyFile from "../PartnerKeyFile.ts"

/** What the emulator's flags yield. */
export type Given = Command.Command.Config.Infer<typeof flags>

/** The options that the flags stand for; files that they name are read. */
export const optionsOf = ({ controlToken, frozenAt, partnerKey, seed, state, ...options }: Given) =>
  Effect.map(Effect.transposeOption(Option.map(partnerKey, PartnerKeyFile.read)), (key): ServerOptions => ({
    ...options,
    ...seed,
    controlToken: Option.getOrUndefined(controlToken),
    frozenAt: Option.getOrUndefined(frozenAt),
    partnerKey: Option.getOrUndefined(key),
    state: Option.getOrUndefined(state)
  }))
