import type { ErrorText, ErrorV1, ErrorV1R1, InvalidRequest, SessionEnded, UnexpectedAnswer } from "./Errors.ts"
import { authPath, describeError, isRejected } from "./Errors/refusal.ts"
import type { Cause, ErrorDetails } from "./Errors/refusal.ts"

/** An error of one of these classes, with the fields of all of them. */
type WithAllFields<Class, Names> = Class extends unknown
  ? Class & { readonly [Name in Exclude<Names & PropertyKey, keyof Class>]?: undefined }
  : never

type FieldNames<Class> = Class extends unknown ? keyof Class : never

/** An error that a predicate matched. If it does not match, the error may still be of these classes, for another reason. */
export type Matched<Class> = WithAllFields<Class, FieldNames<Class>> & { readonly stack: string }

/** The service rejected a request in one of its error forms. */
export type Rejection = ErrorV1 | ErrorV1R1 | ErrorText

/*
 * Each predicate takes any value. It compares `_tag` and fields, so it also works for errors of another copy of this package,
 * and returns false for a value without a tag of the SDK's errors or without a message.
 */

const isRenewal = ({ path }: ErrorDetails) => /\/v1\/auth\/(?:refresh|exchange)\/?$/.test(path)

const isLogIn = (error: ErrorDetails) => authPath.test(error.path) && !isRenewal(error)

const isRegistration = ({ path }: ErrorDetails) => /\/v1(?:r1)?\/register(?:\/|$)/.test(path)

const isResource = (error: ErrorDetails) => !isLogIn(error) && !isRenewal(error)

const namesResource = ({ path }: ErrorDetails) => /\/(?:\d+|call_[^/]+)(?:\/|$)/.test(path)

const isUnexpected = ({ status, tag }: ErrorDetails, ...statuses: ReadonlyArray<number>) =>
  tag === "UnexpectedAnswer" && statuses.some((one) => one === status)

const isRejectedFor = (error: ErrorDetails, ...causes: ReadonlyArray<Cause>) =>
  isRejected(error) && causes.includes(error.cause)

// if a request sends only credentials or a token, "unknown" refers to them
const credentialCauses = ["credentials", "token", "notFound", "unknown"] as const

/**
 * Whether a log-in failed because of its credentials: 401 on `/v1`, 400 on `/v1r1`. False if the message names another cause
 * (the API key, a deactivated user, an unconfirmed account, an invalid request).
 *
 * The interface documents the status (§5, 4), which has several causes, so the message decides. An unknown message of a
 * deployed service counts as wrong credentials.
 */
export const isInvalidCredentials = (error: unknown): error is Matched<Rejection> => {
  const details = describeError(error)
  return isLogIn(details) && isRejectedFor(details, ...credentialCauses)
}

/**
 * Whether a user token was rejected because it has expired, in either error form, or its session has ended because the service
 * refused to renew it. False if no user is logged in, if another log-in came between, or if the client was closed: a program
 * that logs in again on true replaces no other session.
 *
 * The deployed service sends code 1003, the only public code, or the text `Token expired`.
 */
export const isTokenExpired = (error: unknown): error is Matched<Rejection | SessionEnded> => {
  const details = describeError(error)
  return (details.tag === "SessionEnded" && details.state === "refused") || isRejectedFor(details, "expired")
}

/**
 * Whether a token was rejected for another reason than expiry: it is malformed, of another region, unknown, used up, or its
 * user was deleted. Derived from the message, which the interface does not specify: those of the emulator are known. A
 * rejected refresh or exchange counts as well, unless its message names another cause.
 */
export const isInvalidToken = (error: unknown): error is Matched<Rejection> => {
  const details = describeError(error)
  return isRenewal(details)
    ? isRejectedFor(details, ...credentialCauses)
    : !isLogIn(details) && isRejectedFor(details, "token")
}

/** Whether the API key was rejected or is missing. Derived from the message, as the status has several causes (interface §7). */
export const isInvalidApiKey = (error: unknown): error is Matched<Rejection> =>
  isRejectedFor(describeError(error), "apiKey")

/** Whether a user is deactivated. Derived from the message, which the interface does not specify. */
export const isDeactivated = (error: unknown): error is Matched<Rejection> =>
  isRejectedFor(describeError(error), "inactive")

/** Whether an account is not confirmed yet. Derived from the message, which the interface does not specify. */
export const isUnconfirmed = (error: unknown): error is Matched<Rejection> =>
  isRejectedFor(describeError(error), "unconfirmed")

/**
 * Whether a resource does not exist: status 404 or 410, or an error with such a message. The interface has one status for this
 * and for {@link isForbidden}, see {@link isNotFoundOrNoAccess}: the known messages are those of the emulator, and common ones.
 */
export const isUnknownResource = (error: unknown): error is Matched<Rejection | UnexpectedAnswer> => {
  const details = describeError(error)
  return isUnexpected(details, 404, 410) || (isResource(details) && isRejectedFor(details, "notFound"))
}

/** Whether a permission is missing: 403, as documented for a call and its events, or an error with such a message. */
export const isForbidden = (error: unknown): error is Matched<Rejection | UnexpectedAnswer> => {
  const details = describeError(error)
  return (
    isUnexpected(details, 403) ||
    (details.tag === "ErrorText" && details.status === 403) ||
    isRejectedFor(details, "forbidden")
  )
}

/**
 * Whether a resource does not exist or is not accessible, which the service need not distinguish: 401 on `/v1`. On `/v1r1` every
 * error is 400; the error of a request for one resource counts, unless its message names another cause.
 *
 * Source: interface §7.
 */
export const isNotFoundOrNoAccess = (error: unknown): error is Matched<Rejection | UnexpectedAnswer> => {
  const details = describeError(error)
  const isOpen = isResource(details) && !isRegistration(details) && isRejectedFor(details, "unknown")
  return (
    isUnknownResource(error) ||
    isForbidden(error) ||
    (isOpen && (details.tag === "ErrorV1" || (details.tag === "ErrorV1R1" && namesResource(details))))
  )
}

/** Whether access to a call or its events was denied. Source: interface §7. */
export const isAccessDenied = (error: unknown): error is Matched<ErrorText> => {
  const { status, tag } = describeError(error)
  return tag === "ErrorText" && status === 403
}

/**
 * Whether an e-mail address is already in use: of a user to create or change, or an account to register. The interface gives it
 * neither status nor code; it is derived from the message, including those of the emulator.
 */
export const isEmailTaken = (error: unknown): error is Matched<Rejection> =>
  isRejectedFor(describeError(error), "emailTaken")

/**
 * Whether the request itself is invalid and will be rejected again: before it was sent (`InvalidRequest`), by its status
 * (400, 405, 413, 414, 415, 422), or by its message. On `/v1r1` every error is 400, so the message decides: those of the emulator,
 * and common ones, including names already in use.
 */
export const isBadRequest = (error: unknown): error is Matched<Rejection | UnexpectedAnswer | InvalidRequest> => {
  const details = describeError(error)
  return (
    details.tag === "InvalidRequest" ||
    isUnexpected(details, 400, 405, 413, 414, 415, 422) ||
    isRejectedFor(details, "badInput", "duplicate")
  )
}

/** Whether the service limits the rate of calls: 429, or an error that names a rate limit. See `retryAfter`. */
export const isRateLimited = (error: unknown): error is Matched<Rejection | UnexpectedAnswer> => {
  const details = describeError(error)
  return isUnexpected(details, 429) || isRejectedFor(details, "rateLimited")
}

/** Whether the service itself failed: any 5xx, or on `/v1r1` an error that names an internal error. */
export const isServerFault = (error: unknown): error is Matched<ErrorV1 | ErrorV1R1 | UnexpectedAnswer> => {
  const details = describeError(error)
  const { status, tag } = details
  return (
    (tag === "ErrorV1" && status === 500) ||
    (tag === "UnexpectedAnswer" && typeof status === "number" && status >= 500) ||
    (tag === "ErrorV1R1" && details.cause === "internal")
  )
}
