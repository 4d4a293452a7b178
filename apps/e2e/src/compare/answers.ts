import type { HttpResponse } from "@remote-assist/core/Http"

import type { DifferenceKind, Mismatch } from "./Difference.ts"
import { isLeaf, leafKind, millisOf, readBody, timeForm, typeOf } from "./Leaf.ts"
import type { Json, Leaf, Renaming } from "./Leaf.ts"

/** How two answers are compared. */
export interface Options {
  readonly renaming: Renaming
  /** The space of ids or tokens that a value belongs to; undefined if values correspond only where they are equal. */
  readonly spaceOf: (position: Position, value: Leaf) => string | undefined
  /** Replaces what differs from run to run in a text, such as the address of the target. */
  readonly normaliseA: (text: string) => string
  readonly normaliseB: (text: string) => string
  /** How far apart two times may be, in milliseconds. */
  readonly tolerance: number
  /** Whether both targets hold the same users, calls and groups; otherwise only what the scenario gave is compared by value. */
  readonly sameData: boolean
  /** Whether the scenario sent a value. */
  readonly isOwn: (value: Leaf) => boolean
}

/** The answer to a request, or why there is none. */
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
  /** The field that it is, or that its list is. */
  readonly name: string
  /** The field around it, unless it is the list of a page. */
  readonly around: string
  /** The fields beside it. */
  readonly beside: { readonly a: Json | undefined; readonly b: Json | undefined }
}

type Object_ = Readonly<Record<string, Json>>

const isObject = (value: Json | undefined): value is Object_ =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isList = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)

const mismatch = (kind: DifferenceKind, { path }: Position, a: Json | undefined, b: Json | undefined): Mismatch => ({
  kind,
  path,
  a,
  b
})

const fields = new Set(["page", "page_size", "permissions", "event_type", "type"])

const totalOf = (side: Json | undefined) => (isObject(side) ? side["total_entries"] : undefined)

/** Whether a value is the contract's, and not of what a service happens to hold. */
const isOfContract = ({ beside, name, path }: Position, value: Leaf, { isError, isOwn, sameData }: Comparing) =>
  sameData ||
  isError ||
  path === "$" ||
  typeof value === "boolean" ||
  fields.has(name) ||
  // of as many entries there are as many pages
  (name === "total_pages" && totalOf(beside.a) === totalOf(beside.b)) ||
  isOwn(value)

const isEnd = /expires|^exp$/

const spanOf = (side: Json | undefined, value: Leaf) => {
  const start = isObject(side) ? side["created_at"] : undefined
  return start !== undefined && isLeaf(start) ? millisOf(value) - millisOf(start) : undefined
}

const times = (a: Leaf, b: Leaf, place: Position, { sameData, tolerance }: Comparing): ReadonlyArray<Mismatch> => {
  if (timeForm(place.name, a) !== timeForm(place.name, b)) return [mismatch("form", place, a, b)]
  const [lastsA, lastsB] = isEnd.test(place.name) ? [spanOf(place.beside.a, a), spanOf(place.beside.b, b)] : []
  // how long something lasts does not depend on when it was made
  const isOther =
    lastsA !== undefined && lastsB !== undefined
      ? Math.abs(lastsA - lastsB) >= 1000
      : sameData && Math.abs(millisOf(a) - millisOf(b)) > tolerance
  return isOther ? [mismatch("time", place, a, b)] : []
}

// a service makes the same token within one second, and another one in the next
const isMinted = ({ name }: Position, value: Leaf) => name === "token" && typeof value === "string"

const leaves = (a: Leaf, b: Leaf, place: Position, comparing: Comparing): ReadonlyArray<Mismatch> => {
  const kinds = [leafKind(place.name, a), leafKind(place.name, b)]
  if (kinds[0] === "time" && kinds[1] === "time") return times(a, b, place, comparing)
  if (typeof a !== typeof b || (a === null) !== (b === null)) return [mismatch("type", place, a, b)]
  if (kinds.includes("time") && kinds[0] !== kinds[1] && (a === "" || b === "") && !comparing.sameData) return []
  const space = comparing.spaceOf(place, a)
  if (space !== undefined && space === comparing.spaceOf(place, b))
    return comparing.renaming.corresponds(space, a, b) || (isMinted(place, a) && comparing.tolerance > 0)
      ? []
      : [mismatch("identity", place, a, b)]
  if (a === b) return []
  if (typeof a === "string" && typeof b === "string" && comparing.renaming.sameText(a, b)) return []
  return isOfContract(place, a, comparing) || isOfContract(place, b, comparing) ? [mismatch("value", place, a, b)] : []
}

const inside = (place: Position, name: string, a: Object_, b: Object_): Position => ({
  path: /^[\w-]+$/.test(name) ? `${place.path}.${name}` : `${place.path}[${JSON.stringify(name)}]`,
  name,
  around: place.name === "entries" ? "" : place.name,
  beside: { a, b }
})

const isEmpty = (value: Object_) => Object.keys(value).length === 0

const objects = (a: Object_, b: Object_, place: Position, comparing: Comparing): ReadonlyArray<Mismatch> => {
  if (isEmpty(a) !== isEmpty(b)) return [mismatch("value", place, a, b)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) =>
    values(a[name], b[name], inside(place, name, a, b), comparing)
  )
}

/** A value as text without what a service makes up, by which entries are found again. */
const signatureOf = (value: Json | undefined, name = ""): string => {
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

/** The elements of a list in the order in which those like them stand in another; undefined where they are others. */
const inOrderOf = (a: ReadonlyArray<Json>, b: ReadonlyArray<Json>, name: string) => {
  const left = new Map<string, Array<Json>>()
  for (const element of b) {
    const signature = signatureOf(element, name)
    left.set(signature, [...(left.get(signature) ?? []), element])
  }
  const found = a.flatMap((element) => left.get(signatureOf(element, name))?.splice(0, 1) ?? [])
  return found.length === a.length ? found : undefined
}

const lists = (
  a: ReadonlyArray<Json>,
  b: ReadonlyArray<Json>,
  place: Position,
  comparing: Comparing
): ReadonlyArray<Mismatch> => {
  const shared = Math.min(a.length, b.length)
  const element: Position = { ...place, path: `${place.path}[*]`, around: place.around }
  const pairs = (others: ReadonlyArray<Json>) =>
    a.slice(0, shared).flatMap((one, index) => values(one, others[index], element, comparing))
  if (!comparing.sameData && !fields.has(place.name)) return pairs(b)
  if (a.length !== b.length) return [mismatch("length", place, a.length, b.length), ...pairs(b)]
  const ordered = inOrderOf(a, b, place.name)
  const isReordered = ordered !== undefined && ordered.some((one, index) => signatureOf(one) !== signatureOf(b[index]))
  return isReordered ? [mismatch("order", place, [...a], [...b]), ...pairs(ordered)] : pairs(b)
}

const values = (
  a: Json | undefined,
  b: Json | undefined,
  place: Position,
  comparing: Comparing
): ReadonlyArray<Mismatch> => {
  if (a === undefined || b === undefined)
    return a === b ? [] : [mismatch(b === undefined ? "absent" : "added", place, a, b)]
  if (isLeaf(a) && isLeaf(b)) return leaves(a, b, place, comparing)
  if (isList(a) && isList(b)) return lists(a, b, place, comparing)
  if (isObject(a) && isObject(b)) return objects(a, b, place, comparing)
  return typeOf(a) === typeOf(b) ? [] : [mismatch("type", place, a, b)]
}

/** Where the bodies of two answers differ. */
const compareBodies = (a: Json | undefined, b: Json | undefined, comparing: Comparing): ReadonlyArray<Mismatch> =>
  values(a, b, { path: "$", name: "", around: "", beside: { a: undefined, b: undefined } }, comparing)

const contentType = ({ body, headers }: HttpResponse) =>
  body === "" ? undefined : (headers["content-type"] ?? "").replace(/;.*$/s, "").trim().toLowerCase()

/** A mismatch of something as a whole. */
export const whole = (kind: DifferenceKind, a: Json | undefined, b: Json | undefined): Mismatch => ({
  kind,
  path: "",
  a,
  b
})

/** Where the replies of two targets to the same request differ. */
export const compareReplies = (a: Reply, b: Reply, options: Options): ReadonlyArray<Mismatch> => {
  if (a.answer === undefined || b.answer === undefined) {
    const [lostA, lostB] = [a, b].map(({ answer, lost }) => answer?.status ?? `no answer: ${lost}`)
    return a.answer === b.answer ? [] : [whole("no answer", lostA, lostB)]
  }
  const [bodyA, bodyB] = [readBody(options.normaliseA(a.answer.body)), readBody(options.normaliseB(b.answer.body))]
  if (a.answer.status !== b.answer.status) return [whole("status", bodyA, bodyB)]
  const [typeA, typeB] = [contentType(a.answer), contentType(b.answer)]
  const isOther = typeA !== undefined && typeB !== undefined && typeA !== typeB
  return [
    ...(isOther ? [whole("content type", typeA, typeB)] : []),
    ...compareBodies(bodyA, bodyB, { ...options, isError: a.answer.status >= 400 })
  ]
}

/** Replaces the addresses of a target, and the prefix of the names that a run gives, by what all targets have. */
export const normaliser = (addresses: ReadonlyArray<string>, prefix: string) => {
  const origins = addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []))
  const bases = [...new Set([...addresses, ...origins])]
    .filter((base) => base !== "")
    .toSorted((one, other) => other.length - one.length)
  return (text: string) => {
    const based = bases.reduce((text, base) => text.replaceAll(base, "<base>"), text)
    // scenarios also send addresses in capitals
    return prefix === "" ? based : based.replaceAll(prefix, "e2e-run").replaceAll(prefix.toUpperCase(), "E2E-RUN")
  }
}
