import * as Predicate from "effect/Predicate"

import { causeOf, isRefused, toldBy } from "../refusal.ts"
import { isErrorObject, parse } from "./answer.ts"

// no error of the service is longer
const longest = 20_000

/** Whether a body is empty or an error of the service, and no page of what stands before it. */
const isOfService = (text: string) => {
  if (text.trim() === "") return true
  const { body, isJson } = text.length > longest ? { body: text, isJson: false } : parse(text)
  if (!isJson) return false
  const [code, message] = isErrorObject(body) ? [body.code, body.message] : [undefined, body]
  if (!Predicate.isString(message)) return false
  const cause = causeOf(code, message)
  return cause === "notThere" || cause === "nothing known"
}

/**
 * Whether an error says that the resource of its request is not there: status 404 or 410 of the service itself, or a
 * refusal that names it. The interface gives it no status or code of its own (400 on `/v1r1` and 401 on `/v1` are said of
 * much else), so a refusal in other words is not read as one.
 */
export const isGone = (error: unknown, body: string): boolean => {
  const told = toldBy(error)
  return told.tag === "UnexpectedAnswer"
    ? (told.status === 404 || told.status === 410) && isOfService(body)
    : isRefused(told) && told.cause === "notThere"
}
