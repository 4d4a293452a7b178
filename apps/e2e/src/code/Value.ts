import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"

/** What stands in an input for something that is only known while a scenario runs. */
export abstract class Leaf {
  abstract readonly _tag: string
}

/** What an operation is given: JSON, with leaves. */
export type Value<L extends Leaf> = string | number | boolean | null | L | ReadonlyArray<Value<L>> | Fields<L>
export interface Fields<L extends Leaf> {
  readonly [name: string]: Value<L>
}

/** What an operation is given, by the parts of the request. */
export interface Input<L extends Leaf> {
  readonly params?: Fields<L>
  readonly query?: Fields<L>
  readonly payload?: Fields<L>
}

export const isLeaf = <L extends Leaf>(value: Value<L> | undefined): value is L => value instanceof Leaf

export const isList = <L extends Leaf>(value: Value<L>): value is ReadonlyArray<Value<L>> => Array.isArray(value)

export const isFields = <L extends Leaf>(value: Value<L>): value is Fields<L> =>
  Predicate.isObject(value) && !isLeaf(value)

/** Puts something in the place of each leaf of a value. */
export const mapLeaves = <L extends Leaf, M extends Leaf>(value: Value<L>, map: (leaf: L) => Value<M>): Value<M> => {
  if (isLeaf(value)) return map(value)
  if (isList(value)) return value.map((item) => mapLeaves(item, map))
  if (isFields(value)) return mapFields(value, map)
  return value
}

const mapFields = <L extends Leaf, M extends Leaf>(fields: Fields<L>, map: (leaf: L) => Value<M>): Fields<M> =>
  Record.map(fields, (value) => mapLeaves(value, map))

/** As {@link mapLeaves}, for all parts of an input. */
export const mapInput = <L extends Leaf, M extends Leaf>(
  { params, payload, query }: Input<L>,
  map: (leaf: L) => Value<M>
): Input<M> => ({
  ...(params && { params: mapFields(params, map) }),
  ...(query && { query: mapFields(query, map) }),
  ...(payload && { payload: mapFields(payload, map) })
})

/** The leaves of a value, in order. */
const leavesOf = <L extends Leaf>(value: Value<L>): ReadonlyArray<L> => {
  if (isLeaf(value)) return [value]
  if (isList(value)) return value.flatMap((item) => leavesOf(item))
  return isFields(value) ? Object.values(value).flatMap((item) => leavesOf(item)) : []
}

/** The leaves of an input, in order. */
export const leavesIn = <L extends Leaf>({ params, payload, query }: Input<L>): ReadonlyArray<L> =>
  [params, query, payload].flatMap((part) => (part === undefined ? [] : leavesOf(part)))

/** What stands at a path of an input. */
export const partOf = <L extends Leaf>(
  { params, payload, query }: Input<L>,
  [part, name]: ReadonlyArray<string>
): Value<L> | undefined => {
  const fields = part === "params" ? params : part === "query" ? query : payload
  return name === undefined ? fields : fields?.[name]
}
