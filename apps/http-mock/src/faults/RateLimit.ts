import { byId, operations } from "@remote-assist/core/Contract"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import { oneLine } from "../world/json.ts"
import { nearest } from "../world/similarity.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

const year = 31_536_000

const noOperation = (given: string) =>
  `There is no operation ${given.slice(0, 100)}. Name another, such as ${nearest(
    given,
    operations.map(({ id }) => id)
  )}.`

/** How many requests pass in which time, and of whom. */
export const Limit = Schema.Struct({
  requests: Count,
  /** In which so many requests pass. */
  seconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: year })),
  /** Whose requests share it: those with one API key, as unless set, or those with one user token. */
  by: Schema.optionalKey(Schema.Literals(["key", "token"])),
  /** How many pass at once after a rest; all of them unless set. */
  burst: Schema.optionalKey(Count),
  /** Operations such as `EnterpriseUsers.list`, which share it; every request unless set. */
  operations: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.String).check(
      Schema.makeFilter((named) => {
        const unknown = named.find((operation) => byId(operation) === undefined)
        return unknown === undefined ? undefined : noOperation(unknown)
      })
    )
  )
})
  .check(
    Schema.makeFilter(({ by, operations = [] }) => {
      const without = by === "token" ? operations.find((one) => byId(one)?.takesUserToken === false) : undefined
      return without === undefined ? undefined : `${without} takes no user token, so none can be counted by.`
    })
  )
  .annotate({ identifier: "RateLimit" })
export type Limit = typeof Limit.Type

/** A limit, or the text that says it, such as `100/minute`. */
export type LimitGiven = Limit | string

/** The most limits of a tenant. */
export const mostLimits = 20

/** What a text has to be, in words. */
const accepts =
  "a limit such as 100/minute, 10/30 seconds, '5/second by token', '100/minute burst 20' or '2/minute for Auth.logInV1R1,Auth.refresh'"

const rate = /^(\d{1,7})\s*\/\s*(?:(\d{1,8})\s*)?(second|minute|hour|day)s?(?=\s|$)/

const lengths = new Map([
  ["second", 1],
  ["minute", 60],
  ["hour", 3600],
  ["day", 86_400]
])

const wordOf: Readonly<Record<string, (value: string) => object>> = {
  by: (by) => ({ by }),
  burst: (burst) => ({ burst: /^\d{1,7}$/.test(burst) ? Number(burst) : burst }),
  for: (operations) => ({ operations: operations.split(",") })
}

const fieldsOf = (text: string): object | undefined => {
  const [whole, requests, count = "1", unit = ""] = rate.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const fields: Record<string, unknown> = {
    requests: Number(requests),
    seconds: Number(count) * (lengths.get(unit) ?? 1)
  }
  const words = text.trim().slice(whole.length).split(/\s+/).slice(1)
  while (words.length > 0) {
    const [name = "", value = ""] = words.splice(0, 2)
    const of = Object.hasOwn(wordOf, name) ? wordOf[name]?.(value) : undefined
    if (of === undefined || value === "" || Object.keys(of).some((field) => field in fields)) return undefined
    Object.assign(fields, of)
  }
  return fields
}

const decode = Schema.decodeUnknownResult(Limit, { onExcessProperty: "error" })

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const reasonOf = ({ issue }: Schema.SchemaError) => {
  const [first] = issuesOf(issue).issues
  const place = (first?.path ?? []).map(String).join(".")
  return `${place === "" ? "" : `${place}: `}${oneLine(first?.message ?? "").replace(/\.$/, "")}`
}

const shown = (given: unknown) => JSON.stringify(given)?.slice(0, 200) ?? String(given)

const readOne = (given: unknown): Result.Result<Limit, string> => {
  const fields = typeof given === "string" ? fieldsOf(given.slice(0, 4000)) : given
  if (fields === undefined) return Result.fail(`${shown(given)} is no rate limit. Use ${accepts}.`)
  return Result.mapError(decode(fields), (error) => `${shown(given)} is no rate limit: ${reasonOf(error)}.`)
}

/** The limits that are given, alone or in a list, or what is wrong with the first of them that is none. */
export const read = (given: unknown): Result.Result<ReadonlyArray<Limit>, string> => {
  const list: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  return list.length > mostLimits
    ? Result.fail(`There are ${list.length} rate limits. Give ${mostLimits} at most.`)
    : Result.all(list.map(readOne))
}
