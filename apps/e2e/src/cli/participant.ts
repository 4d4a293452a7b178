import * as Effect from "effect/Effect"

import { choose as chooseTarget } from "../targets/choose.ts"
import { inProcess } from "../targets/inProcess.ts"
import { Target } from "../targets/Target.ts"
import type { TargetKind } from "../targets/Target.ts"
import { choose, withChoices } from "../targets/withChoices.ts"
import type { Choices } from "../targets/withChoices.ts"
import { Misuse } from "./choosing.ts"

/** One of the targets that are compared. */
export interface Participant {
  /** As for `--target`. */
  readonly given: string
  readonly choices: ReadonlyMap<string, string>
}

const detailOf = (error: unknown) =>
  typeof error === "object" && error !== null && "detail" in error ? String(error.detail) : String(error)

const readGap = Effect.fnUntraced(function* (flag: string, text: string) {
  const [, id = "", choice = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  const choices: Choices = new Map([[id, choice]])
  yield* Effect.flatMap(Target, (target) => choose(target, choices)).pipe(
    Effect.provide(inProcess("e2e-flag").make("e2e-flag"), { local: true }),
    Effect.scoped,
    Effect.mapError((error) => new Misuse({ message: `${flag} ${text} cannot be chosen. ${detailOf(error)}` }))
  )
  return [id, choice] as const
})

/** A target, with choices as `id=choice`, which only an emulator has. */
export const participant = Effect.fnUntraced(function* (given: string, flag: string, gaps: ReadonlyArray<string>) {
  if (given === "live" && gaps.length > 0)
    return yield* new Misuse({ message: `${flag} is for emulators: a live region has no gaps to choose at.` })
  const choices = new Map(yield* Effect.forEach(gaps, (text) => readGap(flag, text)))
  const participant: Participant = { given, choices }
  return participant
})

/** The target itself, until the scope ends. */
export const kindOf = ({ choices, given }: Participant, prefix: string) =>
  Effect.map(chooseTarget(given, prefix), (kind): TargetKind => {
    const chosen = [...choices].map(([id, choice]) => `${id}=${choice}`)
    return { ...withChoices(kind, choices), name: [kind.name, ...chosen].join(" ") }
  })
