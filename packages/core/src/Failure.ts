import { ErrorText, ErrorV1, ErrorV1R1, SessionEnded, UnexpectedAnswer } from "./Errors.ts"

const isLogIn = ({ path }: { readonly path: string }) =>
  /\/v1(?:r1)?\/(?:anonymous\/|enterprise\/)?auth(?:\/|$)/.test(path)

const namesOne = ({ path }: { readonly path: string }) => /\/(?:\d+|call_[^/]+)(?:\/|$)/.test(path)

/**
 * Whether a log-in was refused for its credentials: 401 on `/v1`, 400 on `/v1r1`.
 *
 * Source: interface §5, 4.
 */
export const isInvalidCredentials = (error: unknown): boolean =>
  (error instanceof ErrorV1 && error.status === 401 && isLogIn(error)) ||
  (error instanceof ErrorV1R1 && isLogIn(error) && !isTokenExpired(error))

/** Whether a user token was refused because it has expired, in either error form, or could not be renewed. */
export const isTokenExpired = (error: unknown): boolean =>
  error instanceof SessionEnded ||
  (error instanceof ErrorText && error.status === 401 && error.message === ErrorText.tokenExpired) ||
  (error instanceof ErrorV1R1 && error.code === ErrorV1R1.tokenExpired)

/**
 * Whether a resource does not exist or is not accessible, which the service does not tell apart: 401 on `/v1`. On
 * `/v1r1` every failure is 400; one of a request that names a resource is read as this.
 *
 * Source: interface §7.
 */
export const isNotFoundOrNoAccess = (error: unknown): boolean =>
  (error instanceof ErrorV1 && error.status === 401 && !isLogIn(error)) ||
  (error instanceof ErrorV1R1 && namesOne(error) && !isTokenExpired(error))

/**
 * Whether access to a call or its events was denied.
 *
 * Source: interface §7.
 */
export const isAccessDenied = (error: unknown): boolean => error instanceof ErrorText && error.status === 403

/** Whether the service itself failed: its documented 500, or any 5xx that is not documented. */
export const isServerFault = (error: unknown): boolean =>
  (error instanceof ErrorV1 && error.status === 500) || (error instanceof UnexpectedAnswer && error.status >= 500)
