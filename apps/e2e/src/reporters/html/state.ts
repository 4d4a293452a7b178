import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import type { Attempt } from "../../runner/Result.ts"

/** A part of the service's state that a request changed. */
export interface Change {
  readonly path: string
  /** Undefined where it was not there, or nothing told what it was. */
  readonly before: unknown
  /** Undefined where it is gone. */
  readonly after: unknown
}

const Operation = Schema.Struct({
  op: Schema.String,
  path: Schema.String,
  value: Schema.optionalKey(Schema.Unknown)
})

const decode = Schema.decodeUnknownOption(Operation)

const child = (value: unknown, token: string): unknown =>
  Predicate.hasProperty(value, token) ? value[token] : undefined

const parts = (path: string) => path.split("/").slice(1)

const plain = (token: string) => token.replaceAll("~1", "/").replaceAll("~0", "~")

/** What earlier changes said of a path: of itself, or of what it is in. */
const known = (values: ReadonlyMap<string, unknown>, path: string): unknown => {
  const tokens = parts(path)
  for (let length = tokens.length; length > 0; length--) {
    const around = `/${tokens.slice(0, length).join("/")}`
    if (values.has(around)) return tokens.slice(length).map(plain).reduce(child, values.get(around))
  }
  return undefined
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf("/"))

/** Forgets what a change may have made untrue: in a list, one that is added or removed moves others. */
const forget = (values: Map<string, unknown>, path: string, op: string) => {
  const moved = op !== "replace" && /\/\d+$/.test(path)
  for (const other of values.keys()) {
    const isInside = other.startsWith(`${moved ? parentOf(path) : path}/`)
    const isAround = moved && path.startsWith(`${other}/`)
    if (isInside || isAround) values.delete(other)
  }
}

/** What each exchange of an attempt changed, by the emulator's journal, with what was there before where that was told. */
export const changesOf = ({ journal }: Pick<Attempt, "journal">): ReadonlyMap<number, ReadonlyArray<Change>> => {
  const values = new Map<string, unknown>()
  const all = new Map<number, ReadonlyArray<Change>>()
  for (const { changes, exchange } of journal.toSorted((one, other) => one.id - other.id))
    all.set(
      exchange,
      changes.flatMap((change) =>
        Option.match(decode(change), {
          onNone: () => [],
          onSome: ({ op, path, value }) => {
            const before = known(values, path)
            forget(values, path, op)
            values.set(path, value)
            return [{ path, before, after: value }]
          }
        })
      )
    )
  return all
}
