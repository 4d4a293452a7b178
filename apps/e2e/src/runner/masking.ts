import * as Secrets from "@remote-assist/core/Secrets"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import type { Exchange } from "../recorder/Recorder.ts"
import type { Attempt, Failure } from "./Result.ts"

const jsonText = Schema.decodeOption(Schema.fromJsonString(Schema.String))

/** Returns the secrets in requests and answers. */
export const secretsOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<string> =>
  exchanges.flatMap(({ answer, operation, request }) => {
    // the answer to the enterprise log-in is the bare token
    const bare = operation === "Auth.enterprise" ? jsonText(answer?.body ?? "") : Option.none()
    return [
      ...Secrets.secretsOf(request),
      ...(answer === undefined ? [] : Secrets.secretsOf(answer)),
      ...Option.toArray(bare)
    ]
  })

// shorter secrets may be parts of words
const minLength = 4

/** Returns a function that masks secrets in a text, in any encoding; each with its own number if `isNumbered`. */
export const maskerOf = (secrets: ReadonlyArray<string>, isNumbered = false): ((text: string) => string) => {
  const numbers = new Map([...new Set(secrets)].map((secret, index) => [secret, index + 1]))
  return Secrets.masker(
    [...numbers.keys()].filter(({ length }) => length >= minLength),
    (secret) => (isNumbered ? `<redacted ${numbers.get(secret)}>` : "<redacted>")
  )
}

/** Masks compared values, and numbers their secrets if there are several, so that a difference is seen. */
const maskCompared = (
  { actual, expected, secrets: own = [] }: NonNullable<Failure["compared"]>,
  secrets: ReadonlyArray<string>,
  mask: (text: string) => string
) => {
  // several have their numbers in the texts already, a single one has no number
  const all = [...own.map((secret) => String(Redacted.value(secret))), ...secrets]
  const numberOthers = maskerOf(all, true)
  const number = (text: string) => numberOthers(own.length === 1 ? text.replaceAll("<redacted>", "<redacted 1>") : text)
  const hasSeveral = new Set(number(`${expected} ${actual}`).match(/<redacted \d+>/g)).size > 1
  const show = hasSeveral ? number : mask
  return { expected: show(expected), actual: show(actual) }
}

/** Masks secrets in an attempt: the known ones of the target, and those of its requests and answers. */
export const maskAttempt = (attempt: Attempt, known: ReadonlyArray<string>, isNumbered = false): Attempt => {
  const secrets = [...known, ...secretsOf(attempt.exchanges)]
  const mask = maskerOf(secrets, isNumbered)
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
    journal: journal.map((note) => ({ ...note, reason: maskIfAny(note.reason), hint: maskIfAny(note.hint) })),
    leftovers: leftovers.map((leftover) => ({ ...leftover, reason: mask(leftover.reason) }))
  }
}
