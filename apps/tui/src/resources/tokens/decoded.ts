import { Jwt } from "@remote-assist/core"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

type Members = Readonly<Record<string, unknown>>

/** What a token says without being asked: of a JWT its header and claims, of which nothing is checked. */
export interface Decoded {
  readonly header: Members
  readonly claims: Members
}

const decode = Jwt.decoder(Schema.Unknown)

// deeper than any claim; to write what lies below could take more of the stack than there is
const deepest = 32

const bounded = (value: unknown, depth = 0): unknown => {
  if (!Predicate.isObjectOrArray(value)) return value
  if (depth >= deepest) return "…"
  if (Array.isArray(value)) return value.map((item) => bounded(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, bounded(item, depth + 1)]))
}

const membersOf = (part: string): Result.Result<Members, string> =>
  Result.flatMap(
    Result.mapError(decode(part), () => "is not base64url of JSON"),
    (value) =>
      Predicate.isObject(value)
        ? Result.succeed(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, bounded(item)])))
        : Result.fail("is no object")
  )

/** Decodes a token, or says why it is no JWT. */
export const of = (token: Redacted.Redacted): Result.Result<Decoded, string> =>
  Option.match(Jwt.parse(Redacted.value(token)), {
    onNone: () => Result.fail("It is no JWT: that has three parts with dots between them."),
    onSome: ({ header, payload }) =>
      Result.flatMap(
        Result.mapError(membersOf(header), (why) => `It is no JWT: its first part ${why}.`),
        (header) =>
          Result.map(
            Result.mapError(membersOf(payload), (why) => `It is no JWT: its second part ${why}.`),
            (claims) => ({ header, claims })
          )
      )
  })
