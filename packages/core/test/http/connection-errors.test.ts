import { assert, describe, it } from "vitest"

import { connectionError } from "../../src/internal/http.ts"

const fault = (message: string, more: object = {}) => Object.assign(new Error(message), more)

const faults: ReadonlyArray<readonly [why: string, cause: unknown, mayHaveLeft: boolean]> = [
  ["a host that is not known", fault("getaddrinfo ENOTFOUND x", { code: "ENOTFOUND", syscall: "getaddrinfo" }), false],
  ["a host that is not known, of which no step is named", fault("not found", { code: "ENOTFOUND" }), false],
  ["no way to the host", fault("connect EHOSTUNREACH", { code: "EHOSTUNREACH", syscall: "connect" }), false],
  ["a way to the host that is lost", fault("read EHOSTUNREACH", { code: "EHOSTUNREACH", syscall: "read" }), true],
  ["a network that is lost", fault("write ENETUNREACH", { code: "ENETUNREACH", syscall: "write" }), true],
  [
    "a certificate for another name",
    fault("Hostname/IP does not match", { code: "ERR_TLS_CERT_ALTNAME_INVALID" }),
    false
  ],
  ["a certificate that has expired", fault("certificate has expired", { code: "CERT_HAS_EXPIRED" }), false],
  ["another protocol", fault("write EPROTO 0A00010B:SSL routines:wrong version number", { code: "EPROTO" }), false],
  [
    "an answer that was changed",
    fault("bad record mac", { code: "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC" }),
    true
  ],
  ["a connection that was cut", fault("read ECONNRESET", { code: "ECONNRESET", syscall: "read" }), true],
  ["a port that fetch refuses", new TypeError("fetch failed", { cause: fault("bad port") }), false],
  ["what has no reason", undefined, true]
]

describe("connectionError", () => {
  it.each(faults)("reports whether the request may have been sent: %s", (_, cause, mayHaveLeft) =>
    assert.deepInclude(connectionError(cause), { _tag: "ConnectionLost", mayHaveLeft })
  )
})
