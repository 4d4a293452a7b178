import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The parts of a token as they stand in it, base64url-encoded. Source: RFC 7515 §7.1. */
export interface Parts {
  readonly header: string
  readonly payload: string
  readonly signature: string
  /** What the signature is of: header and payload with the dot between them. */
  readonly signingInput: string
}

/** Splits a token in compact form; none unless it has three parts that are not empty. The signature is not checked. */
export const parse = (token: string): Option.Option<Parts> => {
  const [header, payload, signature, ...more] = token.split(".", 4)
  return header && payload && signature && more.length === 0
    ? Option.some({ header, payload, signature, signingInput: `${header}.${payload}` })
    : Option.none()
}

/**
 * Makes the decoder of a header or a payload whose JSON is as the schema says. It fails for what is not base64url, not
 * JSON or not of the schema; the error may quote the part, so it is nothing to log.
 */
export const decoder = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(Schema.fromJsonString(schema))
  return (part: string) => Result.flatMap(Base64Url.decodeString(part), (json) => decode(json))
}

const encodePart = (value: object) => Base64Url.encode(JSON.stringify(value))

/** What the signature of a token with these claims is of. */
export const signingInput = (header: object, claims: object): string => `${encodePart(header)}.${encodePart(claims)}`

/** Joins a token from its signing input and the bytes of the signature of that. */
export const encode = (signingInput: string, signature: Uint8Array): string =>
  `${signingInput}.${Base64Url.encode(signature)}`
