import * as Secrets from "@remote-assist/core/Secrets"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import type { Exchange } from "../recorder/Recorder.ts"
import type { Attempt, Failure, JournalNote } from "./Result.ts"

const json = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

const parsed = (body: string | undefined): unknown => Option.getOrUndefined(json(body ?? ""))

/** Returns the secrets in requests and answers. */
export const secretsOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<string> =>
  exchanges.flatMap(({ answer, operation, request }) => {
    // the answer to the enterprise log-in is the bare token
    const bare = operation === "Auth.enterprise" ? parsed(answer?.body) : undefined
    return [
      ...Secrets.secretsOf(request),
      ...(answer === undefined ? [] : Secrets.secretsOf(answer)),
      ...(Predicate.isString(bare) ? [bare] : [])
    ]
  })

// paths of the emulator's state with a secret as a key: /confirmations/<token>
const keyedBySecret = /^\/(?:confirmations|inviteUrls|refreshTokens|personalAccessTokenIds)\/([^/]+)/i

const secretsOfChange = (change: unknown): ReadonlyArray<string> => {
  const path = Predicate.hasProperty(change, "path") ? String(change.path) : ""
  const value = Predicate.hasProperty(change, "value") ? change.value : undefined
  const key = keyedBySecret.exec(path)?.[1]
  return [
    // as written in the path, and unescaped from JSON Pointer
    ...(key === undefined ? [] : [key, key.replaceAll("~1", "/").replaceAll("~0", "~")]),
    ...Secrets.secretsIn({ [path.slice(path.lastIndexOf("/") + 1)]: value })
  ]
}

/** Returns the secrets in changes of the state. Some of them are in no answer. */
const secretsOfState = (journal: ReadonlyArray<JournalNote>): ReadonlyArray<string> =>
  journal.flatMap(({ changes }) => changes.flatMap(secretsOfChange))

// shorter secrets may be parts of words
const minLength = 4

export interface Masking {
  /** Whether each secret has its own number, as in `<redacted 2>`. */
  readonly isNumbered?: boolean
}

/** Returns a function that masks secrets in a text, in any encoding. */
export const maskerOf = (
  secrets: ReadonlyArray<string>,
  { isNumbered = false }: Masking = {}
): ((text: string) => string) => {
  const numbers = new Map([...new Set(secrets)].map((secret, index) => [secret, index + 1]))
  return Secrets.masker(
    [...numbers.keys()].filter(({ length }) => length >= minLength),
    (secret) => (isNumbered ? `<redacted ${numbers.get(secret)}>` : "<redacted>")
  )
}

/** Masks compared values. Numbers secrets that differ if their masks would be equal. */
const maskCompared = (
  { actual, expected }: NonNullable<Failure["compared"]>,
  secrets: ReadonlyArray<string>,
  mask: (text: string) => string
) => {
  const isHidden = expected !== actual && mask(expected) === mask(actual)
  const show = isHidden ? maskerOf(secrets, { isNumbered: true }) : mask
  return { expected: show(expected), actual: show(actual) }
}

/** Masks secrets in an attempt: the known ones of the target, and those of its requests, answers and changes. */
export const maskAttempt = (attempt: Attempt, known: ReadonlyArray<string>, masking?: Masking): Attempt => {
  const secrets = [...known, ...secretsOf(attempt.exchanges), ...secretsOfState(attempt.journal)]
  const mask = maskerOf(secrets, masking)
  const maskIfAny = (text: string | undefined) => text && mask(text)
  const maskHeaders = (headers: Readonly<Record<string, string>>) => Record.map(headers, (value) => mask(value))
  const maskFailure = ({ cleanUp, compared, message, ...failure }: Failure): Failure => ({
    ...failure,
    message: mask(message),
    cleanUp: maskIfAny(cleanUp),
    compared: compared && maskCompared(compared, secrets, mask)
  })
  const { exchanges, journal, leftovers, outcome, steps } = attempt
  return {
    ...attempt,
    outcome: outcome._tag === "Failed" ? { ...outcome, failure: maskFailure(outcome.failure) } : outcome,
    steps: steps.map((step) => ({ ...step, title: mask(step.title) })),
    exchanges: exchanges.map(({ answer, lost, request: { body, headers, method, url }, ...exchange }) => ({
      ...exchange,
      request: { method, url: mask(url), headers: maskHeaders(headers), body: maskIfAny(body) },
      answer: answer && { ...answer, headers: maskHeaders(answer.headers), body: mask(answer.body) },
      lost: maskIfAny(lost)
    })),
    journal: journal.map((note) => ({
      ...note,
      reason: maskIfAny(note.reason),
      hint: maskIfAny(note.hint),
      changes: note.changes.map((change) => parsed(mask(JSON.stringify(change))))
    })),
    leftovers: leftovers.map((leftover) => ({ ...leftover, reason: mask(leftover.reason) }))
  }
}
