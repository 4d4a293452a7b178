import { byId, operations } from "@remote-assist/core/Contract"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { formatSchemaError, numberOf, unknownName } from "../world/json.ts"

/** A positive number of requests. */
export const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

const year = 31_536_000

/** The message for a name that is not an operation. */
export const unknownOperation = (name: string): string => {
  const known = operations.map(({ id }) => id)
  return unknownName("operation", name, known, "GET /__mock/openapi.json lists them")
}

/** How many requests pass in a period, counted by client. */
export const Limit = Schema.Struct({
  requests: Count,
  /** The length of the period. */
  seconds: numberOf("of seconds such as 60", 1, year).check(Schema.isInt()),
  /** Whether requests are counted by API key (default) or by user token. */
  by: Schema.optionalKey(Schema.Literals(["key", "token"])),
  /** How many requests pass at once after a pause (default `requests`). */
  burst: Schema.optionalKey(Count),
  /** Operations such as `EnterpriseUsers.list` that share the limit (default all requests). */
  operations: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.String).check(
      Schema.makeFilter((names) => {
        const unknown = names.find((operation) => byId(operation) === undefined)
        return unknown === undefined ? undefined : unknownOperation(unknown)
      })
    )
  )
})
  .check(
    Schema.makeFilter(({ by, operations = [] }) => {
      const without = by === "token" ? operations.find((one) => byId(one)?.takesUserToken === false) : undefined
      return without === undefined ? undefined : `${without} takes no user token, so it cannot be counted by token.`
    })
  )
  .annotate({ identifier: "RateLimit" })
export type Limit = typeof Limit.Type

/** A limit, or a text of one, such as `100/minute`. */
export type LimitInput = Limit | string

/** How many limits a tenant can have. */
export const maxLimits = 20

const accepts =
  "a limit such as 100/minute, 10/30 seconds, '5/second by token', '100/minute burst 20' or '2/minute for Auth.logInV1R1,Auth.refresh'"

const rate = /^(\d+)\s*\/\s*(?:(\d+)\s*)?(second|minute|hour|day)s?(?=\s|$)/

/** The units of periods, in seconds. */
export const units: ReadonlyMap<string, number> = new Map(
  Object.entries({ second: 1, minute: 60, hour: 3600, day: 86_400 })
)

const clauses: Readonly<Record<string, (value: string) => object>> = {
  by: (by) => ({ by }),
  burst: (burst) => ({ burst: /^\d+$/.test(burst) ? Number(burst) : burst }),
  for: (operations) => ({ operations: operations.split(",") })
}

const parseText = (text: string): object | undefined => {
  const [whole, requests, count = "1", unit = ""] = rate.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const fields: Record<string, unknown> = {
    requests: Number(requests),
    seconds: Number(count) * (units.get(unit) ?? 1)
  }
  const words = text.trim().slice(whole.length).split(/\s+/).slice(1)
  while (words.length > 0) {
    const [name = "", value = ""] = words.splice(0, 2)
    const clause = Object.hasOwn(clauses, name) ? clauses[name]?.(value) : undefined
    if (clause === undefined || value === "" || Object.keys(clause).some((field) => field in fields)) return undefined
    Object.assign(fields, clause)
  }
  return fields
}

const decode = Schema.decodeUnknownResult(Limit, { onExcessProperty: "error" })

const quote = (input: unknown) => JSON.stringify(input)?.slice(0, 200) ?? String(input)

const parseOne = (input: unknown): Result.Result<Limit, string> => {
  const fields = typeof input === "string" ? parseText(input.slice(0, 4000)) : input
  if (fields === undefined) return Result.fail(`${quote(input)} is not a rate limit. Use ${accepts}.`)
  return Result.mapError(decode(fields), (error) => `${quote(input)} is not a rate limit: ${formatSchemaError(error)}.`)
}

/** Parses one limit or a list, or fails with what is wrong with the first invalid one. */
export const parseLimits = (input: unknown): Result.Result<ReadonlyArray<Limit>, string> => {
  const list: ReadonlyArray<unknown> = Array.isArray(input) ? input : [input]
  return list.length > maxLimits
    ? Result.fail(`There are ${list.length} rate limits. Give at most ${maxLimits}.`)
    : Result.all(list.map(parseOne))
}
