import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"

import { Emulator } from "../../src/library/Emulator.ts"
import { gaps } from "../../src/world/gaps/Gaps.ts"
import type { Choices, GapId } from "../../src/world/gaps/Gaps.ts"
import { send } from "./wire.ts"

/** What a client sees of a gap: a question, and its answer under each choice, the first choice first. */
export interface Probe<Choice> {
  readonly ask: Effect.Effect<unknown, never, Emulator>
  readonly answers: readonly [
    readonly [Choice, unknown],
    readonly [Choice, unknown],
    ...ReadonlyArray<readonly [Choice, unknown]>
  ]
  /** What else is chosen. */
  readonly given?: Partial<Choices>
}

/** A probe of every gap in a part of the register: the compiler demands each. */
export type Probes<Part> = { readonly [Id in keyof Part & GapId]: Probe<Choices[Id]> }

const answered = (ask: Probe<unknown>["ask"], gaps: Partial<Choices>) =>
  Effect.provide(ask, Emulator.layerServer({ port: 0, gaps }))

const proved = (id: GapId, { answers, ask, given = {} }: Probe<unknown>) =>
  it.live(id, () =>
    Effect.gen(function* () {
      const { first, options } = gaps[id]
      const choices = answers.map(([choice]) => choice)
      assert.deepStrictEqual(choices[0], first)
      assert.includeDeepMembers(choices, [...options])
      assert.strictEqual(new Set(answers.map(([, answer]) => JSON.stringify(answer))).size, answers.length)
      assert.deepStrictEqual(yield* answered(ask, given), answers[0][1], `${id} unset`)
      for (const [choice, answer] of answers.slice(1))
        assert.deepStrictEqual(yield* answered(ask, { ...given, [id]: choice }), answer, `${id}=${String(choice)}`)
    })
  )

/** Shows over the wire that every choice changes an answer, and that the first is taken where none is. */
export const prove = (probes: { readonly [Id in GapId]?: Probe<Choices[Id]> }) => {
  for (const id of Record.keys(gaps)) {
    const probe = probes[id]
    if (probe !== undefined) proved(id, probe)
  }
}

/** Moves the emulator's clock on. */
export const later = (duration: "30 seconds" | "2 minutes" | "2 hours" | "31 days") =>
  Effect.flatMap(Emulator, ({ advance }) => advance(duration))

export const statusOf = (...[method, path, sent]: Parameters<typeof send>) =>
  Effect.map(send(method, path, sent), ({ status }) => status)

/** What a token says of itself. */
export const infoOf = (token: string) =>
  Effect.map(send("GET", `/api/v1/token/info?token=${token}`), ({ json }) => json)
