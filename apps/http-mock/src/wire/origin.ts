import type * as HttpServerRequest from "effect/http/HttpServerRequest"

/** The origin of an emulator that has no socket. */
export const inProcessOrigin = "http://emulator.internal"

/** Where a request says that the emulator is; without a socket it need not say so. */
export const originOf = ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">): string =>
  headers.host === undefined ? inProcessOrigin : `http://${headers.host}`
