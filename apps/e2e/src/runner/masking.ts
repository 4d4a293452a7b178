import * as Secrets from "@remote-assist/core/Secrets"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import type { Exchange } from "../recorder/Recorder.ts"
import type { Attempt, Failure, JournalNote } from "./Result.ts"

const json = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

const parsed = (body: string | undefined): unknown => Option.getOrUndefined(json(body ?? ""))

/** The secrets that exchanges carried. */
export const secretsOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<string> =>
  exchanges.flatMap(({ answer, operation, request }) => {
    // the enterprise log-in answers with its token alone
    const bare = operation === "Auth.enterprise" ? parsed(answer?.body) : undefined
    return [
      ...Secrets.secretsOf(request),
      ...(answer === undefined ? [] : Secrets.secretsOf(answer)),
      ...(Predicate.isString(bare) ? [bare] : [])
    ]
  })

// a part of the emulator's state whose entries have a secret as their key: /confirmations/<token>
const keyedBySecret = /^\/(?:confirmations|inviteUrls|refreshTokens|personalAccessTokenIds)\/([^/]+)/i

const secretsOfChange = (change: unknown): ReadonlyArray<string> => {
  const path = Predicate.hasProperty(change, "path") ? String(change.path) : ""
  const value = Predicate.hasProperty(change, "value") ? change.value : undefined
  const key = keyedBySecret.exec(path)?.[1]
  return [
    ...(key === undefined ? [] : [key, key.replaceAll("~1", "/").replaceAll("~0", "~")]),
    ...Secrets.secretsIn({ [path.slice(path.lastIndexOf("/") + 1)]: value })
  ]
}

/** The secrets in what requests changed, which their answers need not show. */
const secretsOfState = (journal: ReadonlyArray<JournalNote>): ReadonlyArray<string> =>
  journal.flatMap(({ changes }) => changes.flatMap(secretsOfChange))

// shorter ones are parts of words
const shortest = 4

/** Whether a secret is long enough to be told from a part of a word. */
const maskable = ({ length }: string): boolean => length >= shortest

/** How secrets are taken out. */
export interface Masking {
  /** Whether two secrets can be told apart by what stands in their place. */
  readonly isNumbered?: boolean
}

/** Takes secrets out of a text, in whatever encoding they stand there. */
export const maskerOf = (
  secrets: ReadonlyArray<string>,
  { isNumbered = false }: Masking = {}
): ((text: string) => string) => {
  const numbers = new Map([...new Set(secrets)].map((secret, index) => [secret, index + 1]))
  return Secrets.masker([...numbers.keys()].filter(maskable), (secret) =>
    isNumbered ? `<redacted ${numbers.get(secret)}>` : "<redacted>"
  )
}

/** An attempt without the secrets that its target knows and that its requests and answers carried. */
export const maskAttempt = (attempt: Attempt, known: ReadonlyArray<string>, masking?: Masking): Attempt => {
  const mask = maskerOf([...known, ...secretsOf(attempt.exchanges), ...secretsOfState(attempt.journal)], masking)
  const maskIfAny = (text: string | undefined) => text && mask(text)
  const maskHeaders = (headers: Readonly<Record<string, string>>) => Record.map(headers, (value) => mask(value))
  const maskFailure = ({ cleanUp, compared, message, ...failure }: Failure): Failure => ({
    ...failure,
    message: mask(message),
    cleanUp: maskIfAny(cleanUp),
    compared: compared && { expected: mask(compared.expected), actual: mask(compared.actual) }
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
