import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { ControlRefused } from "../../../control/errors.ts"
import type { Fault } from "./Fault.ts"

/** A fault as one types it. */
export const Asked = Schema.Struct({
  operations: Schema.optionalKey(Schema.String),
  does: Schema.optionalKey(Schema.String),
  latency: Schema.optionalKey(Schema.String),
  first: Schema.optionalKey(Schema.String),
  nth: Schema.optionalKey(Schema.String),
  percent: Schema.optionalKey(Schema.String),
  region: Schema.optionalKey(Schema.String),
  ttl: Schema.optionalKey(Schema.String)
})
export type Asked = typeof Asked.Type

const kinds = ["expired", "html", "reset", "malformed", "truncate", "slow"]

const refuse = (detail: string) => Effect.fail(new ControlRefused({ status: 400, detail }))

const numberOf = (name: string, text: string) =>
  /^\d{1,9}(?:\.\d+)?$/.test(text) ? Effect.succeed(Number(text)) : refuse(`${name} takes a number, not ${text}.`)

const doesOf = Effect.fnUntraced(function* (text: string | undefined) {
  if (text === undefined) return {}
  if (/^[45]\d\d$/.test(text)) return { does: { kind: "status", status: Number(text) } }
  const [, seconds] = /^(?:rateLimit|429):(\d{1,6})$/.exec(text) ?? []
  if (seconds !== undefined) return { does: { kind: "rateLimit", retryAfter: Number(seconds) } }
  if (kinds.includes(text)) return { does: { kind: text } }
  return yield* refuse(`What happens is a status such as 503, 429:10 for 10 seconds, or ${kinds.join(", ")}.`)
})

const latencyOf = Effect.fnUntraced(function* (text: string | undefined) {
  if (text === undefined) return {}
  const [min = "", max] = text.split("-").map((part) => part.trim())
  const least = yield* numberOf("The latency", min)
  return { latency: max === undefined ? { fixed: least } : { min: least, max: yield* numberOf("The latency", max) } }
})

const whenOf = Effect.fnUntraced(function* ({ first, nth, percent }: Asked) {
  const given = [first, nth, percent].filter((each) => each !== undefined)
  if (given.length > 1) return yield* refuse("Give one of first, nth and percent.")
  if (first !== undefined) return { when: { first: yield* numberOf("First", first) } }
  if (nth !== undefined) return { when: { nth: yield* numberOf("Nth", nth) } }
  return percent === undefined ? {} : { when: { probability: (yield* numberOf("Percent", percent)) / 100 } }
})

/** Reads what was typed of a fault. */
export const read = Effect.fnUntraced(function* (asked: Asked) {
  const { operations = "*", region, ttl } = asked
  return {
    operations: operations.split(/[\s,]+/).filter((name) => name !== ""),
    ...(yield* doesOf(asked.does)),
    ...(yield* latencyOf(asked.latency)),
    ...(yield* whenOf(asked)),
    ...(region === undefined ? {} : { region }),
    ...(ttl === undefined ? {} : { ttl })
  } satisfies Fault
})
