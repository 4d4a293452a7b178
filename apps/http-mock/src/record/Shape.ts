import * as Predicate from "effect/Predicate"

import { isSecretName } from "../control/journal/secretNames.ts"

/** What a value is; a whole number that counts seconds or milliseconds since 1970 is told from others. */
export type Kind =
  | "nothing"
  | "null"
  | "a boolean"
  | "a whole number"
  | "a time in seconds"
  | "a time in milliseconds"
  | "a number"
  | "an empty text"
  | "a date-time"
  | "a text"
  | "a list"
  | "an object"

/** A field of objects, and in how many of them it is. */
export interface Field {
  readonly shape: Shape
  seen: number
}

/** What values at one place look like, of as many of them as were learnt. */
export interface Shape {
  readonly kinds: Map<Kind, number>
  /** The texts there, where these are of a few that the service has words for. */
  readonly words: Set<string>
  readonly fields: Map<string, Field>
  items: Shape | undefined
}

export const empty = (): Shape => ({ kinds: new Map(), words: new Set(), fields: new Map(), items: undefined })

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/

const ofNumber = (number: number): Kind => {
  if (!Number.isInteger(number)) return "a number"
  // from 2001 to 2286, which no count or id of the service reaches by chance
  if (number >= 1e9 && number < 1e10) return "a time in seconds"
  return number >= 1e12 && number < 1e13 ? "a time in milliseconds" : "a whole number"
}

const ofText = (text: string): Kind => (text === "" ? "an empty text" : dateTime.test(text) ? "a date-time" : "a text")

export const kindOf = (value: unknown): Kind => {
  if (value === undefined) return "nothing"
  if (value === null) return "null"
  if (Predicate.isString(value)) return ofText(value)
  if (Predicate.isNumber(value)) return ofNumber(value)
  if (Predicate.isBoolean(value)) return "a boolean"
  return Array.isArray(value) ? "a list" : "an object"
}

// bounds of what another service may answer
const deepest = 20

const mostFields = 300

const mostItems = 1000

const mostWords = 30

const longestWord = 40

// fields whose texts are of a few that the service has
const worded =
  /^(?:status|state|role|kind|type|event_type|reason|category|result|avgResult|reasonCallEnded|recording_?status)$/i

const isWord = (text: string, name: string) =>
  text.length <= longestWord && (name === "" || worded.test(name)) && !isSecretName(name) && !/[@\d]{3}/.test(text)

/** Stands for all keys of a table. */
export const everyKey = "*"

// what is a key of a table, such as an id or an address, is no name of a field
const nameOf = (key: string) => (/^[A-Za-z_$][\w$-]{0,39}$/.test(key) ? key : everyKey)

const fieldOf = ({ fields }: Shape, key: string): Field | undefined => {
  const name = nameOf(key)
  const known = fields.get(name)
  if (known !== undefined || fields.size === mostFields) return known
  const field = { shape: empty(), seen: 0 }
  fields.set(name, field)
  return field
}

/** Learns a value; `name` is that of its field, `undefined` where its texts are words of nobody. */
export const learn = (shape: Shape, value: unknown, name?: string, depth = 0): void => {
  const kind = kindOf(value)
  shape.kinds.set(kind, (shape.kinds.get(kind) ?? 0) + 1)
  if (
    Predicate.isString(value) &&
    name !== undefined &&
    value !== "" &&
    isWord(value, name) &&
    shape.words.size < mostWords
  )
    shape.words.add(value)
  if (depth === deepest) return
  if (Array.isArray(value)) {
    const items = (shape.items ??= empty())
    for (const item of value.slice(0, mostItems)) learn(items, item, name, depth + 1)
  } else if (Predicate.isObject(value))
    for (const [key, part] of Object.entries(value)) {
      const field = fieldOf(shape, key)
      if (field === undefined) continue
      field.seen += 1
      learn(field.shape, part, key, depth + 1)
    }
}

/** How many values were learnt that are of a kind. */
export const count = ({ kinds }: Shape, kind: Kind): number => kinds.get(kind) ?? 0
