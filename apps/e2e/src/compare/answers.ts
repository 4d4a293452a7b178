import type { HttpResponse } from "@remote-assist/core/Http"

import { isLeaf, leafKind, millisOf, parseBody, timeForm } from "./Leaf.ts"
import type { Json, Leaf, Renaming } from "./Leaf.ts"

export type DifferenceKind =
  | "status"
  | "content type"
  | "absent"
  | "added"
  | "type"
  | "form"
  | "value"
  | "time"
  | "identity"
  | "length"
  | "order"
  | "no answer"
  | "request"
  | "outcome"
  | "latency"

/** The value of one target at a position, if it has one. */
type Side = Json | undefined

/** A difference at a position in an answer. */
export interface Mismatch {
  readonly kind: DifferenceKind
  /** JSON path with `[*]` for list elements, such as `$.entries[*].token`; empty for the whole answer. */
  readonly path: string
  readonly a: Side
  readonly b: Side
}

/** A mismatch at a request of a scenario. */
export interface Difference extends Mismatch {
  /** Whether it follows from an earlier difference, after which the scenario sent other requests. */
  readonly isConsequence: boolean
  /** Such as `EnterpriseUsers.list`, or method and path if it is unknown; empty for the whole scenario. */
  readonly operation: string
  /** The number of the request for that operation, from 1. */
  readonly occurrence: number
  readonly status: { readonly a: number | undefined; readonly b: number | undefined }
}

/** Makes a difference of a whole scenario, or of all requests for an operation. */
export const differenceOfAll = (known: Mismatch & Partial<Difference>): Difference => ({
  operation: "",
  occurrence: 1,
  status: { a: undefined, b: undefined },
  isConsequence: false,
  ...known
})

/** Returns a key that is equal in another run of the scenario. */
export const keyOf = ({ kind, occurrence, operation, path }: Difference): string =>
  `${operation}#${occurrence} ${kind} ${path}`

/** Returns a key that is equal in other scenarios. */
export const contractKeyOf = ({ kind, operation, path, status }: Difference): string =>
  `${operation} ${kind} ${path} ${kind === "status" ? `${status.a} ${status.b}` : ""}`

/** Returns a key of the id that B has at a position. */
export const idKeyOf = ({ b, operation, path }: Pick<Difference, "b" | "operation" | "path">): string =>
  JSON.stringify([operation, path, b])

/** Returns the first mismatch of each kind and path. */
export const distinct = (mismatches: ReadonlyArray<Mismatch>): ReadonlyArray<Mismatch> =>
  [...new Map(mismatches.toReversed().map((one) => [`${one.kind} ${one.path}`, one])).values()].toReversed()

export interface Options {
  readonly renaming: Renaming
  /** The space of ids or tokens of a value; values outside of spaces must be equal. */
  readonly spaceOf: (position: Position, value: Leaf) => string | undefined
  /** Whether an id of B is wrong in another scenario. Default: none is. */
  readonly isWrong?: (position: Position, b: Leaf) => boolean
  /** Replaces the address of the target and the prefix of names in a text. */
  readonly normalizeA: (text: string) => string
  readonly normalizeB: (text: string) => string
  /** The allowed difference of two times, in milliseconds. */
  readonly tolerance: number
  /** Whether both targets hold the same users, calls and groups. If not, values are compared only if the scenario sent them. */
  readonly sameData: boolean
  /** Whether the scenario sent a text, or a number in a field of the same name. */
  readonly isOwn: (value: Leaf, name: string) => boolean
  /** Whether each target answers with the value that the scenario sent it in a field of the same name. */
  readonly isEcho: (name: string, a: Leaf, b: Leaf) => boolean
}

/** The answer to a request, or the reason of its absence. */
export interface Reply {
  readonly answer: HttpResponse | undefined
  readonly lost: string | undefined
}

interface Comparing extends Options {
  readonly isError: boolean
}

/** A position in an answer. */
export interface Position {
  /** With `[*]` for elements. */
  readonly path: string
  /** The name of the field, or of its list. */
  readonly name: string
  /** The enclosing field, unless it is the list of a page. */
  readonly around: string
  readonly beside: { readonly a: Side; readonly b: Side }
}

type Object_ = Readonly<Record<string, Json>>
type List = ReadonlyArray<Json>

const isObject = (value: Side): value is Object_ => typeof value === "object" && value !== null && !Array.isArray(value)

const isList = (value: Side): value is List => Array.isArray(value)

const mismatch = (kind: DifferenceKind, { path }: Pick<Position, "path">, a: Side, b: Side) => ({ kind, path, a, b })

/** A mismatch of whole answers. */
export const whole = (kind: DifferenceKind, a: Side, b: Side): Mismatch => mismatch(kind, { path: "" }, a, b)

const fields = new Set(["page", "page_size", "permissions", "event_type", "type"])

const totalOf = (side: Side) => (isObject(side) ? side["total_entries"] : undefined)

/** Whether a value is defined by the contract, not by the data of a target. */
const isOfContract = ({ beside, name, path }: Position, value: Leaf, { isError, isOwn, sameData }: Comparing) =>
  sameData ||
  isError ||
  path === "$" ||
  typeof value === "boolean" ||
  fields.has(name) ||
  // equal totals have equal numbers of pages
  (name === "total_pages" && totalOf(beside.a) === totalOf(beside.b)) ||
  isOwn(value, name)

const isEnd = /expires|^exp$/

const spanOf = (side: Side, value: Leaf) => {
  const start = isObject(side) ? side["created_at"] : undefined
  return start !== undefined && isLeaf(start) ? millisOf(value) - millisOf(start) : undefined
}

const times = (a: Leaf, b: Leaf, at: Position, { sameData, tolerance }: Comparing): ReadonlyArray<Mismatch> => {
  if (timeForm(at.name, a) !== timeForm(at.name, b)) return [mismatch("form", at, a, b)]
  const [lastsA, lastsB] = isEnd.test(at.name) ? [spanOf(at.beside.a, a), spanOf(at.beside.b, b)] : []
  // a life does not depend on its start
  const isOther =
    lastsA !== undefined && lastsB !== undefined
      ? Math.abs(lastsA - lastsB) >= 1000
      : sameData && Math.abs(millisOf(a) - millisOf(b)) > tolerance
  return isOther ? [mismatch("time", at, a, b)] : []
}

// tokens of one second are equal, as are signed addresses of some minutes
const isMinted = ({ name }: Position, value: Leaf) => /^token$|Url$/.test(name) && typeof value === "string"

/** Whether a value is the duration of a running call, which grows between two runs. */
const isGrowing = ({ beside, name }: Position, value: Leaf) =>
  name === "duration" &&
  typeof value === "number" &&
  [beside.a, beside.b].every((call) => isObject(call) && call["reason"] === "")

const leaves = (a: Leaf, b: Leaf, at: Position, comparing: Comparing): ReadonlyArray<Mismatch> => {
  const kinds = [leafKind(at.name, a), leafKind(at.name, b)]
  if (kinds[0] === "time" && kinds[1] === "time") return times(a, b, at, comparing)
  if (typeof a !== typeof b || (a === null) !== (b === null)) return [mismatch("type", at, a, b)]
  if (kinds.includes("time") && kinds[0] !== kinds[1] && (a === "" || b === "") && !comparing.sameData) return []
  const space = comparing.spaceOf(at, a)
  if (space !== undefined && space === comparing.spaceOf(at, b))
    return (!(a !== b && comparing.isWrong?.(at, b)) && comparing.renaming.corresponds(space, a, b)) ||
      (isMinted(at, a) && comparing.tolerance > 0)
      ? []
      : [mismatch("identity", at, a, b)]
  if (a === b) return []
  if (isGrowing(at, a) && Math.abs(Number(a) - Number(b)) * 1000 <= comparing.tolerance) return []
  if (typeof a === "string" && typeof b === "string" && comparing.renaming.sameText(a, b)) return []
  if (!comparing.sameData && comparing.isEcho(at.name, a, b)) return []
  return isOfContract(at, a, comparing) || isOfContract(at, b, comparing) ? [mismatch("value", at, a, b)] : []
}

const inside = (at: Position, name: string, a: Object_, b: Object_): Position => ({
  path: /^[\w-]+$/.test(name) ? `${at.path}.${name}` : `${at.path}[${JSON.stringify(name)}]`,
  name,
  around: at.name === "entries" ? "" : at.name,
  beside: { a, b }
})

const isEmpty = (value: Object_) => Object.keys(value).length === 0

const objects = (a: Object_, b: Object_, at: Position, comparing: Comparing): ReadonlyArray<Mismatch> => {
  if (isEmpty(a) !== isEmpty(b)) return [mismatch("value", at, a, b)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) =>
    values(a[name], b[name], inside(at, name, a, b), comparing)
  )
}

/** Returns a value as text without generated values, to recognize entries. */
const signatureOf = (value: Side, name = ""): string => {
  if (value === undefined) return ""
  if (isLeaf(value)) {
    const kind = leafKind(name, value)
    return kind === "value" ? JSON.stringify(value) : kind
  }
  if (isList(value)) return `[${value.map((part) => signatureOf(part, name)).join()}]`
  return `{${Object.keys(value)
    .toSorted()
    .map((key) => `${key}:${signatureOf(isObject(value) ? value[key] : undefined, key)}`)
    .join()}}`
}

/** Orders the elements of `b` like those of `a`, or returns undefined if they differ. */
const reorderLike = (a: List, b: List, name: string) => {
  const remaining = Map.groupBy(b, (element) => signatureOf(element, name))
  const found = a.flatMap((element) => remaining.get(signatureOf(element, name))?.splice(0, 1) ?? [])
  return found.length === a.length ? found : undefined
}

const lists = (a: List, b: List, at: Position, comparing: Comparing): ReadonlyArray<Mismatch> => {
  const shared = Math.min(a.length, b.length)
  const element: Position = { ...at, path: `${at.path}[*]` }
  const pairs = (others: List) =>
    a.slice(0, shared).flatMap((one, index) => values(one, others[index], element, comparing))
  if (!comparing.sameData && !fields.has(at.name)) return pairs(b)
  if (a.length !== b.length) return [mismatch("length", at, a.length, b.length), ...pairs(b)]
  const ordered = reorderLike(a, b, at.name)
  const isReordered = ordered !== undefined && ordered.some((one, index) => signatureOf(one) !== signatureOf(b[index]))
  return isReordered ? [mismatch("order", at, [...a], [...b]), ...pairs(ordered)] : pairs(b)
}

const values = (a: Side, b: Side, at: Position, comparing: Comparing): ReadonlyArray<Mismatch> => {
  if (a === undefined || b === undefined)
    return a === b ? [] : [mismatch(b === undefined ? "absent" : "added", at, a, b)]
  if (isLeaf(a) && isLeaf(b)) return leaves(a, b, at, comparing)
  if (isList(a) && isList(b)) return lists(a, b, at, comparing)
  if (isObject(a) && isObject(b)) return objects(a, b, at, comparing)
  return [mismatch("type", at, a, b)]
}

const start: Position = { path: "$", name: "", around: "", beside: { a: undefined, b: undefined } }

const contentType = ({ body, headers }: HttpResponse) =>
  body === "" ? undefined : (headers["content-type"] ?? "").replace(/;.*$/s, "").trim().toLowerCase()

/** Compares the replies of two targets to the same request. */
export const compareReplies = (a: Reply, b: Reply, options: Options): ReadonlyArray<Mismatch> => {
  if (a.answer === undefined || b.answer === undefined) {
    const [lostA, lostB] = [a, b].map(({ answer, lost }) => answer?.status ?? `no answer: ${lost}`)
    return a.answer === b.answer ? [] : [whole("no answer", lostA, lostB)]
  }
  const [bodyA, bodyB] = [parseBody(options.normalizeA(a.answer.body)), parseBody(options.normalizeB(b.answer.body))]
  if (a.answer.status !== b.answer.status) return [whole("status", bodyA, bodyB)]
  const [typeA, typeB] = [contentType(a.answer), contentType(b.answer)]
  const isOther = typeA !== undefined && typeB !== undefined && typeA !== typeB
  return [
    ...(isOther ? [whole("content type", typeA, typeB)] : []),
    ...values(bodyA, bodyB, start, { ...options, isError: a.answer.status >= 400 })
  ]
}

/** Returns a function that replaces the addresses of a target and the prefix of a run by constants. */
export const normalizer = (addresses: ReadonlyArray<string>, prefix: string) => {
  const origins = addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []))
  const bases = [...new Set([...addresses, ...origins])]
    .filter((base) => base !== "")
    .toSorted((one, other) => other.length - one.length)
  return (text: string) => {
    const based = bases.reduce((text, base) => text.replaceAll(base, "<base>"), text)
    // scenarios also send e-mail addresses in capitals
    return prefix === "" ? based : based.replaceAll(prefix, "e2e-run").replaceAll(prefix.toUpperCase(), "E2E-RUN")
  }
}
