import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import type { Exchange } from "../recorder/Recorder.ts"
import type { Attempt, Failure, JournalNote, Outcome } from "./Result.ts"

/** What stands in the place of a secret. */
export const hidden = "<redacted>"

const secretName =
  /^(?:authorization|password|token|refresh|refresh_token|confirmation_token|invitation_token|user_token|contact_tokens?|link_url|link|signed_url|recordingUrl|personal_room_url|x-.*api-key)$/i

// the enterprise log-in answers with its token alone
const bareToken = "Auth.enterprise"

const textsIn = (value: unknown): ReadonlyArray<string> =>
  Predicate.isString(value) ? [value] : Array.isArray(value) ? value.flatMap(textsIn) : []

const namedIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value)
    ? value.flatMap(namedIn)
    : Predicate.isObject(value)
      ? Object.entries(value).flatMap(([name, inner]) => (secretName.test(name) ? textsIn(inner) : namedIn(inner)))
      : []

const json = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

const parsed = (body: string | undefined): unknown => Option.getOrUndefined(json(body ?? ""))

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

const withoutScheme = (text: string) => text.replace(/^(?:bearer|basic)\s+/i, "")

/** The secrets that exchanges carried, by the names of their fields, headers and parameters. */
export const secretsOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<string> =>
  exchanges.flatMap(({ answer, operation, request }) => {
    const answered = parsed(answer?.body)
    return [
      ...namedIn(request.headers).map(withoutScheme),
      ...namedIn(queryOf(request.url)),
      ...namedIn(parsed(request.body)),
      ...namedIn(answered),
      ...(operation === bareToken ? textsIn(answered) : [])
    ]
  })

const stateName = /token|password|secret|link/i

// a part of the state whose entries have a secret as their key: /confirmations/<token>
const keyedBySecret = /^\/(?:confirmations|inviteUrls|refreshTokens|personalAccessTokenIds)\/([^/]+)/i

const namedInState = (value: unknown): ReadonlyArray<string> =>
  Predicate.isObjectKeyword(value)
    ? Object.entries(value).flatMap(([name, inner]) =>
        Predicate.isString(inner) ? (stateName.test(name) ? [inner] : []) : namedInState(inner)
      )
    : []

const secretsOfChange = (change: unknown): ReadonlyArray<string> => {
  const path = Predicate.hasProperty(change, "path") ? String(change.path) : ""
  const value = Predicate.hasProperty(change, "value") ? change.value : undefined
  const key = keyedBySecret.exec(path)?.[1]
  const name = path.slice(path.lastIndexOf("/") + 1)
  return [
    ...(key === undefined ? [] : [key, key.replaceAll("~1", "/").replaceAll("~0", "~")]),
    ...namedInState({ [name]: value })
  ]
}

/** The secrets in what requests changed, of which their answers need not have told. */
const secretsOfState = (journal: ReadonlyArray<JournalNote>): ReadonlyArray<string> =>
  journal.flatMap(({ changes }) => changes.flatMap(secretsOfChange))

// shorter ones are parts of words
const shortest = 4

/** Whether a secret is long enough to be told from a part of a word. */
export const maskable = ({ length }: string): boolean => length >= shortest
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams([["", secret]]).toString().slice(1),
  inJson(secret),
  // a body that stands in a text that is written as JSON
  inJson(inJson(secret)),
  secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  Buffer.from(secret).toString("base64"),
  Buffer.from(secret).toString("base64url")
]

/** Stands for secrets, each with a number of its own. */
const numbered = (index: number) => `<redacted ${index + 1}>`

/** How secrets are taken out. */
export interface Masking {
  /** Whether two secrets can be told apart by what stands in their place. */
  readonly isNumbered?: boolean
}

/** Takes secrets out of a text, in whatever form they stand there. */
export const maskerOf = (
  secrets: ReadonlyArray<string>,
  { isNumbered = false }: Masking = {}
): ((text: string) => string) => {
  const places = new Map<string, string>()
  for (const [index, secret] of [...new Set(secrets)].entries())
    if (maskable(secret)) for (const form of formsOf(secret)) places.set(form, isNumbered ? numbered(index) : hidden)
  if (places.size === 0) return (text) => text
  const longestFirst = [...places.keys()].toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(
    longestFirst.map((form) => form.replaceAll(/[$()*+.?[\\\]^{|}-]/g, String.raw`\$&`)).join("|"),
    "g"
  )
  return (text) => text.replaceAll(pattern, (form) => places.get(form) ?? hidden)
}

type Mask = (text: string) => string

const maskFailure = (failure: Failure, mask: Mask): Failure => ({
  ...failure,
  message: mask(failure.message),
  cleanUp: failure.cleanUp && mask(failure.cleanUp),
  compared: failure.compared && {
    expected: mask(failure.compared.expected),
    actual: mask(failure.compared.actual)
  }
})

const maskOutcome = (outcome: Outcome, mask: Mask): Outcome =>
  outcome._tag === "Failed" ? { ...outcome, failure: maskFailure(outcome.failure, mask) } : outcome

const maskHeaders = (headers: Readonly<Record<string, string>>, mask: Mask) =>
  Record.map(headers, (value) => mask(value))

const maskExchange = (exchange: Exchange, mask: Mask): Exchange => ({
  ...exchange,
  request: {
    ...exchange.request,
    url: mask(exchange.request.url),
    headers: maskHeaders(exchange.request.headers, mask),
    body: exchange.request.body && mask(exchange.request.body)
  },
  answer: exchange.answer && {
    ...exchange.answer,
    headers: maskHeaders(exchange.answer.headers, mask),
    body: mask(exchange.answer.body)
  },
  lost: exchange.lost && mask(exchange.lost)
})

const maskNote = (note: JournalNote, mask: Mask): JournalNote => ({
  ...note,
  reason: note.reason && mask(note.reason),
  hint: note.hint && mask(note.hint),
  changes: note.changes.map((change) => parsed(mask(JSON.stringify(change))))
})

/** An attempt without the secrets that its target knows and that its requests and answers carried. */
export const maskAttempt = (attempt: Attempt, known: ReadonlyArray<string>, masking?: Masking): Attempt => {
  const mask = maskerOf([...known, ...secretsOf(attempt.exchanges), ...secretsOfState(attempt.journal)], masking)
  return {
    ...attempt,
    outcome: maskOutcome(attempt.outcome, mask),
    steps: attempt.steps.map((step) => ({ ...step, title: mask(step.title) })),
    exchanges: attempt.exchanges.map((exchange) => maskExchange(exchange, mask)),
    journal: attempt.journal.map((note) => maskNote(note, mask)),
    leftovers: attempt.leftovers.map((leftover) => ({ ...leftover, reason: mask(leftover.reason) }))
  }
}
