import { Errors } from "@remote-assist/core"
import type { Http } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { ControlRefused } from "./errors.ts"

/** Bytes that an answer may have: the longest is a journal. */
export const longest = 128 * 1024 * 1024

const Problem = Schema.Struct({
  detail: Schema.optionalKey(Schema.String),
  title: Schema.optionalKey(Schema.String),
  /** What of a body does not fit, where that is why. */
  errors: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({ path: Schema.Array(Schema.Union([Schema.String, Schema.Finite])), message: Schema.String })
    )
  )
})

const detailIn = Schema.decodeOption(Schema.fromJsonString(Problem))

const mostDetail = 500

// the requests that it advises are none that one makes here
const ownWords = (detail: string) =>
  detail
    .split(/(?<=[.?!])\s+/)
    .filter((sentence) => !sentence.includes("/__mock"))
    .join(" ")

const unfitAt = ({ message, path }: { readonly message: string; readonly path: ReadonlyArray<string | number> }) => {
  const place = path.slice(1).join(".")
  return place === "" ? message : `${place}: ${message}`
}

/** What the emulator says of a request that it refuses. */
export const refusalOf = ({ body, status }: Pick<Http.Answered, "body" | "status">): ControlRefused => {
  const { detail, errors = [], title } = Option.getOrElse(detailIn(body), (): typeof Problem.Type => ({}))
  const unfit = [...new Set(errors.map(unfitAt))].join("; ")
  const said = unfit || ownWords(detail ?? title ?? "") || `it answered ${status}`
  return new ControlRefused({ status, detail: said.slice(0, mostDetail) })
}

/** Why there was no answer, or none that can be read. */
export const lostOf =
  (method: string, origin: string, path: string) =>
  (lost: Http.Lost | Http.TooLarge): Errors.ConnectionFailed | Errors.BodyTooLarge =>
    lost._tag === "Lost"
      ? new Errors.ConnectionFailed({
          method,
          path,
          origin,
          reason: lost.reason,
          wasSent: lost.mayHaveLeft,
          mayHaveHappened: lost.mayHaveLeft && method !== "GET"
        })
      : new Errors.BodyTooLarge({ method, path, limit: longest, mayHaveHappened: method !== "GET" })

/** Reads an answer; one that is not as it should be is told without what it holds, as that may be secret. */
export const read =
  <A>(schema: Schema.Decoder<A>, method: string, path: string) =>
  (answer: Http.Answered): Effect.Effect<A, ControlRefused | Errors.UnexpectedAnswer> => {
    const { body, status } = answer
    if (status < 200 || status > 299) return Effect.fail(refusalOf(answer))
    return Effect.mapError(
      Schema.decodeEffect(Schema.fromJsonString(schema))(body),
      () =>
        new Errors.UnexpectedAnswer({
          method,
          path,
          status,
          reason: "with what this program does not understand: it may be an emulator of another version",
          excerpt: ""
        })
    )
  }
