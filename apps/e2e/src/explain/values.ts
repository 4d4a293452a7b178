import { isLeaf, millisOf, timeForm } from "../compare/Leaf.ts"
import type { Json, Leaf } from "../compare/Leaf.ts"
import { readBody, sentIn } from "../compare/Side.ts"
import type { Exchange } from "../recorder/Recorder.ts"

/** What answers of the other target offer as choices. */
export interface Values {
  /** A leaf of the emulator's answers, and what stands there in the other's. */
  readonly replaced: ReadonlyArray<readonly [Leaf, Leaf]>
  /** Whole answers of the other, and parts of them that differ. */
  readonly parts: ReadonlyArray<Json>
  /** Seconds between times of an answer of the other. */
  readonly spans: ReadonlyArray<number>
  /** Numbers that requests carried, and lengths of their texts, which limits may lie at. */
  readonly limits: ReadonlyArray<number>
}

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

const partOf = (value: Json, key: string): Json | undefined =>
  isLeaf(value) ? undefined : Object.entries(value).find(([name]) => name === key)?.[1]

/** Where two values differ: leaf by leaf, and what of the second is around or has no leaf beside it. */
const differing = (
  a: Json | undefined,
  b: Json,
  replaced: Array<readonly [Leaf, Leaf]>,
  parts: Array<Json>
): boolean => {
  if (a !== undefined && isLeaf(a) && isLeaf(b)) {
    if (a !== b) replaced.push([a, b])
    return a !== b
  }
  if (a === undefined || isLeaf(a) || isLeaf(b)) {
    parts.push(b)
    return true
  }
  // what differs in a long list differs in its first entries too
  const keys = isList(b) ? Object.keys(b).slice(0, 5) : Object.keys(b)
  const differs = keys.map((key) => differing(partOf(a, key), partOf(b, key) ?? null, replaced, parts)).includes(true)
  if (differs || (isList(a) && isList(b) && a.length !== b.length)) parts.push(b)
  return differs
}

const timesIn = (value: Json, name = ""): ReadonlyArray<number> => {
  if (isLeaf(value)) return timeForm(name, value) === undefined ? [] : [millisOf(value)]
  return Object.entries(value)
    .slice(0, 40)
    .flatMap(([key, part]: [string, Json]) => (isLeaf(part) ? timesIn(part, key) : []))
}

const spansIn = (value: Json) => {
  const times = timesIn(value)
  return times.flatMap((one) => times.flatMap((other) => (other > one ? [Math.round((other - one) / 1000)] : [])))
}

const sizesIn = (exchange: Exchange) =>
  sentIn(exchange).flatMap((value) => {
    const number = value === "" ? Number.NaN : Number(value)
    return Number.isSafeInteger(number) ? [number] : typeof value === "string" ? [value.length] : []
  })

/** What two answers to the same request offer. */
export const valuesOf = (a: Exchange | undefined, b: Exchange | undefined): Values => {
  const replaced: Array<readonly [Leaf, Leaf]> = []
  const parts: Array<Json> = []
  const body = readBody(b?.answer?.body)
  if (body !== undefined) differing(readBody(a?.answer?.body), body, replaced, parts)
  const sent = [a, b].flatMap((exchange) => (exchange === undefined ? [] : sizesIn(exchange)))
  return {
    replaced,
    parts: body === undefined ? [] : [body, ...parts],
    spans: body === undefined ? [] : spansIn(body),
    limits: [...new Set(sent)]
  }
}
