import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { Place } from "../targets/Place.ts"

/** The version of what is written; what is of a later one is not touched. */
export const version = 1

/** The first line: which run it is of. */
export const Head = Schema.Struct({
  ledger: Schema.Literal(version),
  run: Schema.String,
  /** What the names begin with of what the run creates. */
  prefix: Schema.String,
  place: Place,
  started_at: Schema.String,
  /** The process that writes it, and its machine. */
  pid: Schema.Int,
  host: Schema.String
})
export type Head = typeof Head.Type

/** What became of a thing, which has a number from when it is about to be created. */
export const Note = Schema.Union([
  Schema.Struct({
    creating: Schema.Int,
    kind: Schema.String,
    id: Schema.optional(Schema.String),
    details: Schema.optional(Schema.Json),
    scenario: Schema.optional(Schema.String)
  }),
  Schema.Struct({ created: Schema.Int, key: Schema.optional(Schema.String) }),
  Schema.Struct({ removed: Schema.Int })
])
export type Note = typeof Note.Type

/** A thing that is not known to be removed. */
export interface Left {
  readonly number: number
  readonly kind: string
  readonly id?: string | undefined
  readonly details?: Schema.Json | undefined
  readonly scenario?: string | undefined
  /** What the service calls it by. */
  readonly key?: string | undefined
  /** Whether it is known to have been created. */
  readonly isCreated: boolean
}

/** Takes down what a note says. */
export const take = (left: Map<number, Left>, note: Note): void => {
  if ("creating" in note) {
    const { creating: number, ...thing } = note
    left.set(number, { ...thing, number, isCreated: false })
    return
  }
  if ("removed" in note) return void left.delete(note.removed)
  const { created, key } = note
  const known = left.get(created)
  if (known !== undefined) left.set(created, { ...known, key, isCreated: true })
}

/** What a thing is called in a list: `user e2e-k3f9x2-1a@example.com`. */
export const nameOf = ({ id, key, kind }: Pick<Left, "id" | "key" | "kind">): string =>
  `${kind} ${id ?? key ?? "whose id never came"}`

const jsonOf = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))
const headOf = Schema.decodeUnknownOption(Head)
const noteOf = Schema.decodeUnknownOption(Note)
const isLater = Schema.is(Schema.Struct({ ledger: Schema.Int.check(Schema.isGreaterThan(version)) }))

/** A ledger as it was read. */
export interface Written {
  readonly head: Head
  readonly left: ReadonlyMap<number, Left>
}

/** Reads a ledger, or says what is wrong with it; one whose first line was never finished is undefined. */
export const read = (text: string): Written | string | undefined => {
  // killed in mid-write: what the line was about was not done yet, or is looked up
  const [first, ...rest] = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .slice(0, -1)
  if (first === undefined) return undefined
  const json = jsonOf(first)
  if (Option.isSome(json) && isLater(json.value)) return "was written by a later version. Use that one"
  const head = Option.flatMap(json, headOf)
  if (Option.isNone(head)) return "is no ledger: its first line says nothing of a run. Look into it, and remove it"
  const left = new Map<number, Left>()
  for (const [index, line] of rest.entries()) {
    const note = Option.flatMap(jsonOf(line), noteOf)
    if (Option.isNone(note)) return `cannot be read: its line ${index + 2} is no note. Look into it, and remove it`
    take(left, note.value)
  }
  return { head: head.value, left }
}
