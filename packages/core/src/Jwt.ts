import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The parts of a token, base64url-encoded. Source: RFC 7515 §7.1. */
export interface Parts {
  readonly header: string
  readonly payload: string
  readonly signature: string
  /** The signed text: header and payload with the dot between them. */
  readonly signingInput: string
}

/** Splits a token in compact form; `None` unless it has three non-empty parts. The signature is not checked. */
export const parse = (token: string): Option.Option<Parts> => {
  const [header, payload, signature, ...more] = token.split(".", 4)
  return header && payload && signature && more.length === 0
    ? Option.some({ header, payload, signature, signingInput: `${header}.${payload}` })
    : Option.none()
}

/**
 * Makes the decoder of a header or a payload by the schema of its JSON. It fails for invalid base64url, JSON or content; the
 * error may quote the part, so do not log it.
 */
export const decoder = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(Schema.fromJsonString(schema))
  return (part: string) => Result.flatMap(Base64Url.decodeString(part), (json) => decode(json))
}

const encodePart = (value: object) => Base64Url.encode(JSON.stringify(value))

/** Returns the text to sign for a token with these claims. */
export const signingInput = (header: object, claims: object): string => `${encodePart(header)}.${encodePart(claims)}`

/** Joins a token from its signed text and its signature. */
export const encode = (signingInput: string, signature: Uint8Array): string =>
  `${signingInput}.${Base64Url.encode(signature)}`
