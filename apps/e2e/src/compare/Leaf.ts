import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

export type Json = Schema.Json

/** A value without parts. */
export type Leaf = string | number | boolean | null

/** The role of a leaf, which decides how two services may differ in it. */
export type LeafKind = "identity" | "time" | "value"

const secret = /^<redacted \d+>$/

const uuid = /^(?:[a-z]+_)?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/

/** The names of fields with ids: `id`, `user_id`, `pod_ids`, `callId`, `session`. */
export const idName = /^(?:id|ids|session)$|_ids?$|[a-z]Ids?$/

const timeName = /(?:^|_)(?:at|iat|exp|nbf)$|[a-z]At$|^time[A-Z]|[tT]imestamp$/

const unix = /^\d{9,14}(\.\d+)?$/

/** Returns the format of a time, such as `0000-00-00T00:00:00Z`, or undefined for other values. */
export const timeForm = (name: string, value: Leaf): string | undefined => {
  if (typeof value === "string" && dateTime.test(value))
    return value.replaceAll(/\d/g, "0").replace(/-(?=00:?00$)/, "+")
  if (typeof value === "boolean" || !timeName.test(name) || !unix.test(String(value))) return undefined
  const unit = Number(value) > 1e11 ? "milliseconds" : "seconds"
  return typeof value === "string" ? `${unit} ${value.replace(/^\d+/, "").replaceAll(/\d/g, "0")}` : unit
}

/** Returns the milliseconds since the epoch of a time that {@link timeForm} recognizes. */
export const millisOf = (value: Leaf): number => {
  const number = Number(value)
  if (Number.isNaN(number)) return Date.parse(String(value))
  return number > 1e11 ? number : number * 1000
}

/** Returns the role of a leaf in a field. */
export const leafKind = (name: string, value: Leaf): LeafKind => {
  if (timeForm(name, value) !== undefined) return "time"
  if (typeof value === "string" && (secret.test(value) || uuid.test(value))) return "identity"
  if ((typeof value === "number" || (typeof value === "string" && value !== "")) && idName.test(name)) return "identity"
  return "value"
}

export const isLeaf = (value: Json | undefined): value is Leaf => typeof value !== "object" || value === null

export type Path = ReadonlyArray<string | number>

/** Returns the leaves of a value with their paths. */
export const leavesOf = (value: Json | undefined, path: Path = []): ReadonlyArray<readonly [Path, Leaf]> => {
  if (value === undefined) return []
  if (isLeaf(value)) return [[path, value]]
  return Object.entries<Json>(value).flatMap(([part, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(part) : part])
  )
}

/** Returns the last field of a path: `id` of `entries.0.id`, `pod_ids` of `pod_ids.1`. */
export const nameOf = (path: Path): string => path.findLast((part) => typeof part === "string") ?? ""

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

/** Parses a body as JSON. Returns other text as a string, and undefined for an empty body. */
export const parseBody = (body: string | undefined): Json | undefined =>
  body === undefined || body === "" ? undefined : Option.getOrElse(parse(body), () => body)

const parts = /(<redacted \d+>|e2e-run-[a-z\d]+|[\da-f]{8}-[\da-f-]{27}|\d+)/i

// `User:` before its id
const idType = /\b[A-Z]\w*:$/

const isGenerated = (part: string) => /^(?:<redacted|e2e-run-)/i.test(part)

/**
 * The one-to-one relation between generated values of two targets, such as ids and tokens, within spaces.
 */
export class Renaming {
  readonly #forth: Map<string, string>
  readonly #back: Map<string, string>
  readonly #known: Set<string>

  /** Copies another renaming, if given. */
  constructor(other?: Renaming) {
    this.#forth = new Map(other === undefined ? [] : other.#forth)
    this.#back = new Map(other === undefined ? [] : other.#back)
    this.#known = new Set(other === undefined ? [] : other.#known)
  }

  /** Relates two values of a space, such as ids of users. Returns false if one is already related to another value. */
  corresponds(space: string, a: Leaf, b: Leaf): boolean {
    const [one, other] = [`${space} ${a}`, `${space} ${b}`]
    if ((this.#forth.get(one) ?? other) !== other || (this.#back.get(other) ?? one) !== one) return false
    this.#forth.set(one, other)
    this.#back.set(other, one)
    this.#known.add(JSON.stringify([String(a), String(b)]))
    return true
  }

  /** Whether two texts differ only in related values, ids such as `User:103`, and secrets and names that the run generated. */
  sameText(a: string, b: string): boolean {
    if (a === b) return true
    const [ofA, ofB] = [a.split(parts), b.split(parts)]
    const corresponds = (one: string, other: string, type: string | undefined) =>
      this.#known.has(JSON.stringify([one, other])) ||
      (type !== undefined && this.corresponds(type, one, other)) ||
      (isGenerated(one) && isGenerated(other) && this.corresponds("secret", one.toLowerCase(), other.toLowerCase()))
    return (
      ofA.length === ofB.length &&
      ofA.every(
        (part, index) =>
          part === ofB[index] || corresponds(part, ofB[index] ?? "", idType.exec(ofA[index - 1] ?? "")?.[0])
      )
    )
  }
}
