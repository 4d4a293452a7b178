import type * as HttpServerRequest from "effect/http/HttpServerRequest"

/** The origin of an emulator that has no socket. */
export const inProcessOrigin = "http://emulator.internal"

type Sent = Pick<HttpServerRequest.HttpServerRequest, "headers">

const inProcessHost = new URL(inProcessOrigin).host

/** The host that a request is for; without a socket it need not name one. */
export const hostOf = ({ headers }: Sent): string => headers.host ?? inProcessHost

/** Where a request says that an emulator is, which speaks HTTPS or not. */
export const originOf = (request: Sent, secure: boolean): string => `${secure ? "https" : "http"}://${hostOf(request)}`
