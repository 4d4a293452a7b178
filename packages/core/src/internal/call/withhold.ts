import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { redactPart, spoken } from "../redact.ts"
import { knows, maskOfRequest } from "../secrets/masking.ts"
import { parse } from "./answer.ts"
import type { CallRequest } from "./Call.ts"

const isAcknowledged = (value: unknown): value is { readonly body: unknown; readonly entry: unknown } =>
  Predicate.hasProperty(value, "body") && Predicate.hasProperty(value, "entry")

// by far more than such answers have; to look for secrets takes a millisecond for every ten kilobytes
const longest = 20_000

/**
 * An answer that is a text, or a body that the interface does not show, without what the client knows of secrets: a
 * service may echo what it was sent. A longer one than any of these is cut, or `Redacted` as a whole. Others have their
 * secrets where the contract says.
 */
export const withhold = (request: CallRequest, body: string, value: unknown): unknown => {
  if (Predicate.isString(value))
    return maskOfRequest(request.call.known, request)(parse(body).isJson ? value : spoken(value), longest)
  if (!isAcknowledged(value)) return value
  if (body.length > longest) return { ...value, body: Redacted.make(value.body) }
  const isKnown = knows(request.call.known, request)
  return isKnown(body) ? { ...value, body: redactPart(value.body, isKnown) } : value
}
