import * as Predicate from "effect/Predicate"

import type { Path } from "../code/Script.ts"
import { Secret, text } from "../scenario/Seen.ts"
import type { Outcome, Seen } from "../scenario/Seen.ts"
import { kindAt } from "./kinds.ts"

/** Where a value was seen first: the command, and the place in its answer. */
export interface Place {
  readonly uid: number
  readonly path: Path
}

/** Which values of the target stand for which of the model: ids and tokens are compared by what they stand for. */
export class Names {
  readonly byModel: Map<string, { readonly other: string; readonly place: Place }>
  readonly byTarget: Map<string, { readonly other: string; readonly place: Place }>
  constructor({ byModel, byTarget }: Partial<Names> = {}) {
    this.byModel = new Map(byModel)
    this.byTarget = new Map(byTarget)
  }
}

/** Where the target differs from the model. */
export interface Difference {
  /** In the answer or, where both failed, in the error; none where one failed alone, or with another error. */
  readonly path: Path | undefined
  readonly model: string
  readonly target: string
  /** What the model answers there, where that is no secret. */
  readonly value: Seen | undefined
  /** Of an id or token: the model has the same as, or another than, was seen before. */
  readonly relation?: { readonly _tag: "Same" | "Other"; readonly place: Place }
}

const isFields = (value: Seen | undefined): value is Readonly<Record<string, Seen>> =>
  Predicate.isObject(value) && !(value instanceof Secret) && !Array.isArray(value)

const isList = (value: Seen | undefined): value is ReadonlyArray<Seen> => Array.isArray(value)

const atomOf = (value: Seen | undefined) => (value instanceof Secret ? value.text : value)

/** Compares what a group's operation answered on both sides, and notes what stands for what. */
export const compareSeen = (
  model: Seen | undefined,
  target: Seen | undefined,
  group: string,
  names: Names,
  place: Place
): ReadonlyArray<Difference> => {
  const { path } = place
  const at = (part: string | number) => ({ ...place, path: [...path, part] })
  if (isList(model) && isList(target)) {
    const length = model.length === target.length ? [] : [plain(model.length, target.length, [...path, "length"])]
    return [
      ...length,
      ...model.flatMap((item, index) =>
        index < target.length ? compareSeen(item, target[index], group, names, at(index)) : []
      )
    ]
  }
  if (isFields(model) && isFields(target))
    return [...new Set([...Object.keys(model), ...Object.keys(target)])].flatMap((name) =>
      compareSeen(model[name], target[name], group, names, at(name))
    )
  return compareAtoms(model, target, group, names, place)
}

const plain = (model: Seen | undefined, target: Seen | undefined, path: Path): Difference => ({
  path,
  model: model === undefined ? "nothing" : text(model),
  target: target === undefined ? "nothing" : text(target),
  value: model
})

const placeText = ({ path, uid }: Place) => `${path.join(".")} of ${uid}`

const compareAtoms = (
  model: Seen | undefined,
  target: Seen | undefined,
  group: string,
  names: Names,
  place: Place
): ReadonlyArray<Difference> => {
  const kind = kindAt(group, place.path) ?? (model instanceof Secret ? "secret" : undefined)
  const [one, other] = [atomOf(model), atomOf(target)]
  const areIds =
    (Predicate.isString(one) && Predicate.isString(other)) || (Predicate.isNumber(one) && Predicate.isNumber(other))
  if (kind === undefined || kind === "email" || !areIds)
    return one === other || (areIds && isRenamed(`${one}`, `${other}`, names)) ? [] : [plain(model, target, place.path)]
  const [modelKey, targetKey] = [keyOf(kind, one), keyOf(kind, other)]
  const known = names.byModel.get(modelKey)
  if (known !== undefined) return known.other === targetKey ? [] : [related("Same", known.place, place.path)]
  const taken = names.byTarget.get(targetKey)
  if (taken !== undefined) return [related("Other", taken.place, place.path)]
  names.byModel.set(modelKey, { other: targetKey, place })
  names.byTarget.set(targetKey, { other: modelKey, place })
  return []
}

// tokens of all kinds are one: none is ever given for another
const keyOf = (kind: string, value: string | number) => (kind.endsWith("id") ? `${kind} ${value}` : `secret ${value}`)

const isRenamed = (model: string, target: string, names: Names) =>
  ["user id", "personal access token id", "pod id", "group id", "call id", "secret"].some(
    (kind) => names.byModel.get(`${kind} ${model}`)?.other === `${kind} ${target}`
  )

const related = (tag: "Same" | "Other", before: Place, path: Path): Difference => ({
  path,
  model: tag === "Same" ? `the same as ${placeText(before)}` : "a new one",
  target: tag === "Same" ? "another" : `the same as ${placeText(before)}`,
  value: undefined,
  relation: { _tag: tag, place: before }
})

/** Compares what came of a call on both sides. */
export const compare = (
  model: Outcome,
  target: Outcome,
  group: string,
  names: Names,
  uid: number
): ReadonlyArray<Difference> => {
  if (model._tag === "Answer" && target._tag === "Answer")
    return compareSeen(model.value, target.value, group, names, { uid, path: [] })
  if (model._tag === "Failure" && target._tag === "Failure" && model.kind === target.kind)
    return compareSeen(model.fields, target.fields, "", names, { uid, path: [] })
  return [{ path: undefined, model: whole(model), target: whole(target), value: undefined }]
}

const whole = (outcome: Outcome) =>
  outcome._tag === "Answer" ? `answers ${cut(text(outcome.value))}` : `fails with ${outcome.kind}: ${outcome.message}`

const cut = (long: string) => (long.length > 200 ? `${long.slice(0, 200)}…` : long)
