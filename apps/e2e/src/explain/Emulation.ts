import type { GapEntry } from "@remote-assist/http-mock/Control"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import type { Json } from "../compare/Leaf.ts"
import type { Side } from "../compare/Side.ts"
import type { Found } from "../runner/discover.ts"
import { lastAttempt } from "../runner/Result.ts"
import * as Run from "../runner/Run.ts"
import { inProcess } from "../targets/inProcess.ts"
import { Target } from "../targets/Target.ts"
import type { TargetKind } from "../targets/Target.ts"
import { choose, withChoices } from "../targets/withChoices.ts"
import type { Choices } from "../targets/withChoices.ts"

/** An emulator with which choices are tried. */
export interface Emulation {
  /** Its register, by id: what can be chosen, and where. */
  readonly register: ReadonlyMap<string, GapEntry>
  /** What it chooses to begin with, where that is not the first choice. */
  readonly chosen: Choices
  /** Whether a choice can be taken at a gap. */
  readonly takes: (id: string, choice: Json) => Effect.Effect<boolean>
  /** Runs a scenario on a fresh emulator with choices; its journal costs as much as the run. */
  readonly run: (found: Found, choices: Choices, withJournal: boolean) => Effect.Effect<Side>
}

const asJson = Schema.decodeUnknownOption(Schema.Json)

/** The register of the emulator that a target is, and what it chooses. */
export const registerOf = (kind: TargetKind) =>
  Effect.gen(function* () {
    const target = yield* Target
    const { gaps } = yield* target.control
    const all = yield* gaps.list()
    const chosen = new Map(
      all.flatMap(({ choice, first, id }) =>
        JSON.stringify(choice) === JSON.stringify(first)
          ? []
          : Option.toArray(Option.map(asJson(choice), (json) => [id, json] as const))
      )
    )
    return { register: new Map(all.map((entry) => [entry.id, entry])), chosen }
  }).pipe(Effect.provide(kind.make("e2e-register"), { local: true }), Effect.scoped)

/** Tries choices on emulators in this process, beginning with those of a target. */
export const make = Effect.fnUntraced(function* (
  kind: TargetKind,
  options: { readonly seed: number; readonly timeout: string }
) {
  const prefix = "e2e-tried0a1"
  const fresh = inProcess(prefix)
  const { chosen, register } = yield* registerOf(kind)
  const scratch = Context.get(yield* Layer.build(fresh.make("e2e-tried")), Target)
  const takes = (id: string, choice: Json) =>
    Effect.match(choose(scratch, new Map([[id, choice]])), { onFailure: () => false, onSuccess: () => true })
  const run = Effect.fnUntraced(function* (found: Found, choices: Choices, withJournal: boolean) {
    const [result] = yield* Run.run([found], {
      id: "tried",
      kind: withChoices(fresh, choices),
      seed: options.seed,
      timeout: `${Number(options.timeout)} seconds`,
      concurrency: 1,
      withJournal,
      masking: { isNumbered: true }
      // an emulator of this process is always there
    }).pipe(Effect.orDie)
    const attempt = result && lastAttempt(result)
    return attempt === undefined ? yield* Effect.die(new Error(`${found.name} was not run`)) : { attempt, prefix }
  })
  const emulation: Emulation = { register, chosen, takes, run }
  return emulation
})
