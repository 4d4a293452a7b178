import type { OperationId } from "@remote-assist/core/Contract"
import * as Predicate from "effect/Predicate"

import type { Expectation, Json } from "../code/Script.ts"
import { rootOf } from "./sources.ts"

const counts = new Set(["total_entries", "total_pages"])

/** What is the same in each run of the same requests. */
const stable = new Set([...counts, "page", "page_size", "name", "email", "active", "role_name", "status", "message"])

const isAtom = (value: unknown): value is string | number | boolean =>
  Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value)

/** What must be seen again in an answer; counts are known only of a recording from the start. */
export const expectationsOf = (
  operation: OperationId,
  body: unknown,
  fromStart: boolean
): ReadonlyArray<Expectation> => {
  if (!Predicate.isObject(body) || Array.isArray(body)) return []
  return Object.entries(body).flatMap(([name, value]): ReadonlyArray<Expectation> => {
    const isStable = stable.has(name) && (fromStart || !counts.has(name)) && isAtom(value)
    return isStable ? [{ _tag: "Equal", path: [...rootOf(operation), name], value: value satisfies Json }] : []
  })
}

/** The kind of the error that a refusal is to the SDK. */
export const failureOf = (status: number, body: unknown, takesToken: boolean): string => {
  if (takesToken && (body === "Token expired" || (Predicate.hasProperty(body, "code") && body.code === 1003)))
    return "SessionEnded"
  if (status === 400 && Predicate.hasProperty(body, "code")) return "ErrorV1R1"
  if ((status === 401 || status === 500) && Predicate.hasProperty(body, "code")) return "ErrorV1"
  return (status === 401 || status === 403) && Predicate.isString(body) ? "ErrorText" : "UnexpectedAnswer"
}
