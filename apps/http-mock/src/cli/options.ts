import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import type { ServerOptions } from "../library/Emulator.ts"
import type { flags } from "./Flags.ts"
import * as PartnerKeyFile from "./partnerKeyFile.ts"

/** What the emulator's flags yield. */
export type Given = Command.Command.Config.Infer<typeof flags>

const worldOf = (file: string) =>
  Effect.flatMap(
    Effect.promise(() => import("./worldFile.ts")),
    ({ read }) => read(file)
  )

/** The options that the flags stand for; files that they name are read. */
export const optionsOf = Effect.fnUntraced(function* (given: Omit<Given, "log">) {
  const { controlToken, frozenAt, partnerKey, seed, state, ...options } = given
  const key = yield* Effect.transposeOption(Option.map(partnerKey, PartnerKeyFile.read))
  const world = seed.file === undefined ? undefined : yield* worldOf(seed.file)
  return {
    ...options,
    ...seed.sizes,
    world,
    controlToken: Option.getOrUndefined(controlToken),
    frozenAt: Option.getOrUndefined(frozenAt),
    partnerKey: Option.getOrUndefined(key),
    state: Option.getOrUndefined(state)
  } satisfies ServerOptions
})
