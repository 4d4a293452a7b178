import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"

import { Emulator } from "../../src/library/Emulator.ts"
import type { EmulatorOptions } from "../../src/library/Emulator.ts"
import { gaps } from "../../src/world/gaps/options.ts"
import type { Choices, GapId } from "../../src/world/gaps/options.ts"
import { send } from "./wire.ts"

type Row<Choice> = readonly [choice: Choice, answer: unknown]

type Rows<Choice> = readonly [first: Row<Choice>, other: Row<Choice>, ...others: ReadonlyArray<Row<Choice>>]

type Listed<Choice> = Choice extends string | number
  ? string extends Choice
    ? never
    : number extends Choice
      ? never
      : Choice
  : never

/** The answer under each choice, the default first; for choices without a list, under the default and some others. */
type Answers<Choice> = [Choice] extends [Listed<Choice> & string]
  ? { readonly [Each in Listed<Choice>]: unknown }
  : Rows<Choice>

/** A request that shows a gap, and its answer under each choice. */
export interface Probe<Choice> {
  readonly ask: Effect.Effect<unknown, never, Emulator>
  readonly answers: Answers<Choice>
  /** Choices for other gaps. */
  readonly others?: Partial<Choices>
  /** Other options of the emulator. */
  readonly options?: EmulatorOptions
}

/** A probe for every gap of a subject; the compiler requires each. */
export type Probes<Part> = { readonly [Id in keyof Part & GapId]: Probe<Choices[Id]> }

const answered = ({ ask, options, others }: AnyProbe, gaps: Partial<Choices>) =>
  Effect.provide(ask, Emulator.layerServer({ port: 0, ...options, gaps: { ...others, ...gaps } }))

interface AnyProbe extends Omit<Probe<unknown>, "answers"> {
  readonly answers: Rows<unknown> | Readonly<Record<string, unknown>>
}

const isRows = (answers: AnyProbe["answers"]): answers is Rows<unknown> => Array.isArray(answers)

const rowsOf = (answers: AnyProbe["answers"]): ReadonlyArray<Row<unknown>> =>
  isRows(answers) ? answers : Object.entries(answers)

const proved = (id: GapId, probe: AnyProbe) =>
  it.live(id, () =>
    Effect.gen(function* () {
      const rows = rowsOf(probe.answers)
      const [[first, unset] = [], ...others] = rows
      assert.deepStrictEqual(first, gaps[id].first, `${id}: the first answer is that of the first choice`)
      assert.isNotEmpty(others, id)
      const { options } = gaps[id]
      if (options.length > 0)
        assert.sameMembers(
          rows.map(([choice]) => choice),
          [...options],
          `${id}: each choice`
        )
      assert.strictEqual(new Set(rows.map(([, answer]) => JSON.stringify(answer))).size, rows.length, id)
      assert.deepStrictEqual(yield* answered(probe, {}), unset, `${id} unset`)
      for (const [choice, answer] of others)
        assert.deepStrictEqual(yield* answered(probe, { [id]: choice }), answer, `${id}=${String(choice)}`)
    })
  )

/** Tests over the wire that every choice changes an answer, and that the first is the default. */
export const prove = (probes: { readonly [Id in GapId]?: Probe<Choices[Id]> }) => {
  for (const id of Record.keys(gaps)) {
    const probe = probes[id]
    if (probe !== undefined) proved(id, probe)
  }
}

/** Advances the emulator's clock. */
export const later = (duration: "30 seconds" | "2 minutes" | "2 hours" | "31 days") =>
  Effect.flatMap(Emulator, ({ advance }) => advance(duration))

export const statusOf = (...[method, path, sent]: Parameters<typeof send>) =>
  Effect.map(send(method, path, sent), ({ status }) => status)

/** The information that the service returns about a token. */
export const infoOf = (token: string) =>
  Effect.map(send("GET", `/api/v1/token/info?token=${token}`), ({ json }) => json)
