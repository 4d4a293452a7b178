import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { typedPath } from "../code/expression.ts"
import { Named } from "../code/Script.ts"
import type { Call, Constant, Expectation, Json, Path, Script, Statement } from "../code/Script.ts"
import { mapInput } from "../code/Value.ts"
import { Secret } from "../scenario/Seen.ts"
import type { Outcome, Seen } from "../scenario/Seen.ts"
import type { CallCommand, Ref } from "./Command.ts"
import type { Difference, Place } from "./compare.ts"
import { secretKinds } from "./kinds.ts"
import { partOf } from "./Known.ts"
import { takesToken } from "./Pair.ts"
import type { Done } from "./Pair.ts"

const isSecretName = (name: string) => /\.(?:password|personalAccessToken)$/.test(name)

const nameOf = (words: string) => words.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

const keyOf = ({ path, uid }: Place) => `${uid} ${path.join(".")}`

interface Given {
  readonly place: Place
  readonly constant: Constant
}

/** The constants that a scenario needs: what later calls use and what is compared with, by where it was seen. */
const constantsOf = (done: ReadonlyArray<Done>): ReadonlyMap<string, Given> => {
  const found = new Map<string, Given>()
  const counts = new Map<string, number>()
  const add = (place: Place, words: string, secret: boolean) => {
    if (found.has(keyOf(place))) return
    const count = (counts.get(words) ?? 0) + 1
    counts.set(words, count)
    found.set(keyOf(place), { place, constant: { name: `${nameOf(words)}${count}`, secret } })
  }
  const placed = new Set(done.flatMap(({ command }) => [command.uid]))
  for (const { differences, entries } of done) {
    for (const { from, kind } of entries.values())
      if (!Predicate.isString(from) && placed.has(from.uid)) add(from, kind, secretKinds.has(kind))
    for (const { relation } of differences) if (relation !== undefined) add(relation.place, "before", true)
  }
  return found
}

const jsonOf = Schema.decodeUnknownOption(Schema.Json)

const hasSecret = (value: unknown): boolean =>
  value instanceof Secret || (Predicate.isObject(value) && Object.values(value).some(hasSecret))

const at = (value: Seen | undefined, path: Path): Seen | undefined =>
  path.reduce<Seen | undefined>(
    (found, part) => (part === "length" && Array.isArray(found) ? found.length : partOf(found, part)),
    value
  )

const expectationsOf = (
  outcome: Outcome,
  differences: ReadonlyArray<Difference>,
  constants: ReadonlyMap<string, Given>
) =>
  differences.slice(0, 3).flatMap(({ path, relation }): ReadonlyArray<Expectation> => {
    if (path === undefined) return []
    if (outcome._tag === "Failure")
      return path[0] === "tells"
        ? [{ _tag: "Equal", path: ["message"], value: outcome.message }]
        : [{ _tag: "Equal", path, value: jsonAt(outcome.fields, path) }]
    const than = relation && constants.get(keyOf(relation.place))?.constant
    if (relation !== undefined && than !== undefined) return [{ _tag: relation._tag, path, than }]
    const typed = typedPath(path)
    return [{ _tag: "Equal", path: typed, value: jsonAt(outcome.value, typed) }]
  })

const jsonAt = (value: Seen, path: Path): Json | undefined => {
  const found = at(value, path)
  return found === undefined || hasSecret(found) ? undefined : Option.getOrUndefined(jsonOf(found))
}

/** A scenario that does what was done: it passes on the model, and fails where the target differs from it. */
export const scriptOf = (done: ReadonlyArray<Done>, stopAt: string, about: ReadonlyArray<string>): Script => {
  const constants = constantsOf(done)
  const givenBy = (uid: number) =>
    [...constants.values()]
      .filter(({ place }) => place.uid === uid)
      .map(({ constant, place }) => ({ constant, path: place.path }))
  const namedBy = (entries: Done["entries"]) => (ref: Ref) => {
    const { from = "" } = entries.get(ref) ?? {}
    const constant = Predicate.isString(from)
      ? { name: from, secret: isSecretName(from) }
      : (constants.get(keyOf(from))?.constant ?? { name: "unknown", secret: false })
    return new Named(constant, ref.before)
  }
  const callOf = (command: CallCommand, { differences, entries, outcome }: Done): Call => {
    const named = namedBy(entries)
    return {
      _tag: "Call",
      title: command.operation,
      operation: command.operation,
      input: mapInput(command.input, named),
      token: takesToken(command) ? named(command.token) : undefined,
      failsWith: outcome?._tag === "Failure" ? outcome.kind : undefined,
      gives: givenBy(command.uid),
      expects: outcome === undefined ? [] : expectationsOf(outcome, differences, constants)
    }
  }
  const statementOf = (one: Done): Statement => {
    const { command, differences, entries, orders, outcome } = one
    switch (command._tag) {
      case "Call":
        return callOf(command, one)
      case "Advance":
        return { _tag: "Advance", duration: command.duration }
      case "Mails":
        return {
          _tag: "Mails",
          title: "the e-mails that were sent",
          to: namedBy(entries)(command.to),
          gives: givenBy(command.uid),
          expects: outcome === undefined ? [] : expectationsOf(outcome, differences, constants)
        }
      case "Together":
        return {
          _tag: "Together",
          title: "several at once",
          calls: command.calls.map((call) => callOf(call, { ...one, differences: [], outcome: undefined })),
          outcomes: orders
        }
    }
  }
  return { about, tags: ["fuzz"], statements: [{ _tag: "Freeze", at: stopAt }, ...done.map(statementOf)] }
}
