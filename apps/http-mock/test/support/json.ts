import { assert } from "vitest"

type Path = ReadonlyArray<string | number>

/** Returns the value at a path of JSON, or `undefined`. */
export const at = (json: unknown, ...path: Path): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined),
    json
  )

/** Returns the text at a path of JSON; fails the test if there is none. */
export const textAt = (json: unknown, ...path: Path): string => {
  const value = at(json, ...path)
  return typeof value === "string" ? value : assert.fail(`${path.join(".")} is not a text in ${JSON.stringify(json)}`)
}

/** Returns the number at a path of JSON; fails the test if there is none. */
export const numberAt = (json: unknown, ...path: Path): number => {
  const value = at(json, ...path)
  return typeof value === "number" ? value : assert.fail(`${path.join(".")} is not a number in ${JSON.stringify(json)}`)
}

/** Returns the list at a path of JSON; fails the test if there is none. */
export const listAt = (json: unknown, ...path: Path): ReadonlyArray<unknown> => {
  const value = at(json, ...path)
  return Array.isArray(value) ? value : assert.fail(`${path.join(".")} is not a list in ${JSON.stringify(json)}`)
}

export type JsonRecord = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the object at a path of JSON; fails the test if there is none. */
export const recordAt = (json: unknown, ...path: Path): JsonRecord => {
  const value = at(json, ...path)
  return isRecord(value) ? value : assert.fail(`${path.join(".")} is not an object in ${JSON.stringify(json)}`)
}

/** Returns the list of objects at a path of JSON; fails the test if there is none. */
export const recordsAt = (json: unknown, ...path: Path): ReadonlyArray<JsonRecord> =>
  listAt(json, ...path).map((element) => recordAt(element))
