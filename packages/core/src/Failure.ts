import { isRefused, toldBy } from "./internal/refusal.ts"
import type { Cause, Told } from "./internal/refusal.ts"

/*
 * Each predicate takes anything, goes by its `_tag` and its fields as `instanceof` does, so that it reads errors of another
 * copy of this package too, and is false for all that has no tag of the SDK's errors and no message.
 */

const isRenewal = ({ path }: Told) => /\/v1\/auth\/(?:refresh|exchange)\/?$/.test(path)

const isLogIn = (error: Told) =>
  /\/v1(?:r1)?\/(?:anonymous\/|enterprise\/)?auth(?:\/|$)/.test(error.path) && !isRenewal(error)

const isRegistration = ({ path }: Told) => /\/v1(?:r1)?\/register(?:\/|$)/.test(path)

const isResource = (error: Told) => !isLogIn(error) && !isRenewal(error)

const namesOne = ({ path }: Told) => /\/(?:\d+|call_[^/]+)(?:\/|$)/.test(path)

const isUnexpected = ({ status, tag }: Told, ...statuses: ReadonlyArray<number>) =>
  tag === "UnexpectedAnswer" && statuses.some((one) => one === status)

const isRefusedFor = (error: Told, ...causes: ReadonlyArray<Cause>) => isRefused(error) && causes.includes(error.cause)

// where nothing but credentials or a token is sent, they are what is unknown
const ofCredentials = ["credentials", "token", "notThere", "nothing known"] as const

/**
 * Whether a log-in was refused for its credentials: 401 on `/v1`, 400 on `/v1r1`. A refusal of a log-in that speaks of
 * something else (the API key, a deactivated user, an account that is not confirmed, a request that does not fit) is not.
 *
 * The status is documented (interface §5, 4). It says no more than that, so what else it may mean is read from the words of
 * the message; a deployed service that words it otherwise is taken to mean the credentials.
 */
export const isInvalidCredentials = (error: unknown): boolean => {
  const found = toldBy(error)
  return isLogIn(found) && isRefusedFor(found, ...ofCredentials)
}

/**
 * Whether a user token was refused because it has expired, in either error form, or its session has ended as the service
 * refused to renew it. Not so where nobody is logged in, or another log-in or the end of the client came between: who logs
 * in again on this takes over no other session.
 *
 * Known of the deployed service: code 1003, the one code that is public, and the text `Token expired`.
 */
export const isTokenExpired = (error: unknown): boolean => {
  const found = toldBy(error)
  return (found.tag === "SessionEnded" && found.state === "refused") || isRefusedFor(found, "expired")
}

/**
 * Whether a token was refused for another reason than its age: it is malformed, of another region, unknown, used up, or its
 * user was deleted. Read from the words of the message, which the interface does not give: the emulator's are known. A
 * refresh or an exchange that is refused is read as this unless it speaks of something else.
 */
export const isInvalidToken = (error: unknown): boolean => {
  const found = toldBy(error)
  return isRenewal(found) ? isRefusedFor(found, ...ofCredentials) : !isLogIn(found) && isRefusedFor(found, "token")
}

/** Whether the API key was refused or is missing, by the message: the status says more (interface §7). */
export const isInvalidApiKey = (error: unknown): boolean => isRefusedFor(toldBy(error), "apiKey")

/** Whether a user is deactivated. Read from the words of the message, which the interface does not give. */
export const isDeactivated = (error: unknown): boolean => isRefusedFor(toldBy(error), "inactive")

/** Whether an account is not confirmed yet. Read from the words of the message, which the interface does not give. */
export const isUnconfirmed = (error: unknown): boolean => isRefusedFor(toldBy(error), "unconfirmed")

/**
 * Whether what was asked for is not there: status 404 or 410, or a refusal in words to that effect. The interface has one
 * status for this and for {@link isForbidden}, see {@link isNotFoundOrNoAccess}: the words are the emulator's, and those
 * that services have in general.
 */
export const isUnknownResource = (error: unknown): boolean => {
  const found = toldBy(error)
  return isUnexpected(found, 404, 410) || (isResource(found) && isRefusedFor(found, "notThere"))
}

/** Whether a permission is missing: 403, as documented for a call and its events, or a refusal in such words. */
export const isForbidden = (error: unknown): boolean => {
  const found = toldBy(error)
  return (
    isUnexpected(found, 403) || (found.tag === "ErrorText" && found.status === 403) || isRefusedFor(found, "forbidden")
  )
}

/**
 * Whether a resource does not exist or is not accessible, which the service need not tell apart: 401 on `/v1`. On `/v1r1`
 * every failure is 400; one of a request that names a resource is read as this unless it speaks of something else.
 *
 * Source: interface §7.
 */
export const isNotFoundOrNoAccess = (error: unknown): boolean => {
  const found = toldBy(error)
  const isOpen = isResource(found) && !isRegistration(found) && isRefusedFor(found, "nothing known")
  return (
    isUnknownResource(error) ||
    isForbidden(error) ||
    (isOpen && (found.tag === "ErrorV1" || (found.tag === "ErrorV1R1" && namesOne(found))))
  )
}

/** Whether access to a call or its events was denied. Source: interface §7. */
export const isAccessDenied = (error: unknown): boolean => {
  const { status, tag } = toldBy(error)
  return tag === "ErrorText" && status === 403
}

/**
 * Whether an e-mail address belongs to somebody already: of a user to create or change, or an account to register. The
 * interface gives it neither status nor code; it is read from the words of the message, the emulator's among them.
 */
export const isEmailTaken = (error: unknown): boolean => isRefusedFor(toldBy(error), "emailTaken")

/**
 * Whether the request itself is wrong and will be refused again: before it was sent (`InvalidRequest`), with a status that
 * says so (400, 405, 413, 414, 415, 422), or in words to that effect. On `/v1r1` the service answers 400 to all that fails, so there the
 * words decide: those of the emulator, and those that services have in general, a name that is taken among them.
 */
export const isBadRequest = (error: unknown): boolean => {
  const found = toldBy(error)
  return (
    found.tag === "InvalidRequest" ||
    isUnexpected(found, 400, 405, 413, 414, 415, 422) ||
    isRefusedFor(found, "badInput", "duplicate")
  )
}

/** Whether the service asks to be called less often: 429, or a refusal that names a rate limit. See `retryAfter`. */
export const isRateLimited = (error: unknown): boolean => {
  const found = toldBy(error)
  return isUnexpected(found, 429) || isRefusedFor(found, "tooMany")
}

/** Whether the service itself failed: any 5xx, or on `/v1r1` a refusal that speaks of an internal error. */
export const isServerFault = (error: unknown): boolean => {
  const found = toldBy(error)
  const { status, tag } = found
  return (
    (tag === "ErrorV1" && status === 500) ||
    (tag === "UnexpectedAnswer" && typeof status === "number" && status >= 500) ||
    (tag === "ErrorV1R1" && found.cause === "internal")
  )
}
