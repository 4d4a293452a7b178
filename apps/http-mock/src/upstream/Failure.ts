import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"

/** An upstream does not answer; `message` says which one, why, and what to do. */
export class Failure extends Data.TaggedError("UpstreamFailure")<{
  readonly status: 502 | 504 | 508
  readonly message: string
  /** Whether the connection had been used before, and was closed by the other end meanwhile. */
  readonly isStale?: boolean
}> {}

const unknownIssuer = [
  "its certificate is of an authority that this machine does not know",
  "Start the emulator with NODE_EXTRA_CA_CERTS=<file of the authority>."
] as const

const selfSigned = [
  "its certificate is self-signed",
  "Start the emulator with NODE_EXTRA_CA_CERTS=<file of the certificate>."
] as const

const check = "Check --upstream, and that the service runs."

const reasons: Readonly<Record<string, readonly [why: string, advice: string]>> = {
  ECONNREFUSED: ["the connection was refused", check],
  ENOTFOUND: ["its name is not known", check],
  EAI_AGAIN: ["its name cannot be looked up now", "Check the network of this machine."],
  EHOSTUNREACH: ["there is no way to it", "Check the network of this machine."],
  ENETUNREACH: ["there is no way to it", "Check the network of this machine."],
  ECONNRESET: ["it closed the connection", "Send the request again, or see the log of the service."],
  EPIPE: ["it closed the connection", "Send the request again, or see the log of the service."],
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  CERT_HAS_EXPIRED: ["its certificate has expired", "Renew it there."],
  CERT_NOT_YET_VALID: ["its certificate is not valid yet", "Check the clock of this machine."],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "its certificate is of another name",
    "Use the name of the certificate in --upstream."
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: ["it does not speak TLS", "Use http:// in --upstream, or the port of TLS."],
  EPROTO: ["it does not speak TLS", "Use http:// in --upstream, or the port of TLS."],
  HPE_HEADER_OVERFLOW: ["the headers of its answer are larger than 16 KiB", "Have the service send fewer."]
}

const codeOf = (error: unknown) =>
  Predicate.hasProperty(error, "code") && typeof error.code === "string" ? error.code : undefined

/** Why a connection failed, and what to do. */
const reasonOf = (code: string | undefined): readonly [why: string, advice: string] => {
  const known = code === undefined ? undefined : reasons[code]
  if (known !== undefined) return known
  if (code?.startsWith("HPE_") === true) return ["what it answers is not HTTP/1.1", "Check the address of --upstream."]
  return code?.startsWith("ERR_SSL_") === true
    ? ["TLS with it failed", "Check its certificate and the versions of TLS that it takes."]
    : ["the request to it failed", check]
}

/** What is said of an error of the connection to an upstream. */
export const explain = (address: string, error: unknown, isReused: boolean): Failure => {
  const code = codeOf(error)
  const [why, advice] = reasonOf(code)
  return new Failure({
    status: 502,
    message: `The upstream ${address} does not answer: ${why}${code === undefined ? "" : ` (${code})`}. ${advice}`,
    isStale: isReused && (code === "ECONNRESET" || code === "EPIPE")
  })
}

export const tooSlow = (address: string, seconds: number): Failure =>
  new Failure({
    status: 504,
    message: `The upstream ${address} sent nothing for ${seconds} seconds. Send the request again, or start the emulator with a longer --upstream-timeout.`
  })

export const looped = (address: string): Failure =>
  new Failure({
    status: 508,
    message: `The request came back to this emulator: the upstream ${address} leads to it. Give --upstream the address of the service itself.`
  })

export const noStatus = (address: string, status: number): Failure =>
  new Failure({
    status: 502,
    message: `The upstream ${address} answered with the status ${status}, which is none of HTTP. Check that it is the service.`
  })
