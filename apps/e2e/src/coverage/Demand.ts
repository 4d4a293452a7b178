import * as Result from "effect/Result"

import type { Coverage, Share } from "./Coverage.ts"

const kinds = ["operations", "statuses", "fields"] as const
type Kind = (typeof kinds)[number]

const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text)

/** How much of a kind must be seen: so many, or so many of a hundred. */
export interface Least {
  readonly kind: Kind
  readonly least: number
  readonly unit: "count" | "percent"
}

/** What must be seen. */
export type Demand = ReadonlyArray<Least>

const number = /^(\d+(?:\.\d+)?)(%?)$/

const usage = "give one percentage such as 90%, or operations=36,statuses=100%,fields=95%"

const leastOf = (kind: Kind, text: string, isAlone: boolean): Result.Result<Least, string> => {
  const [, digits = "", sign] = number.exec(text) ?? []
  const least = Number(digits)
  const unit = sign === "%" || isAlone ? "percent" : "count"
  if (digits === "") return Result.fail(`${text} is no number: ${usage}.`)
  if (unit === "percent" && least > 100) return Result.fail(`${text} is more than there is: ${usage}.`)
  if (unit === "count" && !Number.isInteger(least)) return Result.fail(`${text} is no whole number: ${usage}.`)
  return Result.succeed({ kind, least, unit })
}

const entryOf = (text: string): Result.Result<Least, string> => {
  const [, kind = "", least = ""] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(text) ?? []
  return isKind(kind)
    ? leastOf(kind, least, false)
    : Result.fail(`${text.trim()} names none of ${kinds.join(", ")}: ${usage}.`)
}

/** Reads what must be seen, such as `90%` or `operations=36,statuses=100%`; a failure says what is wrong. */
export const read = (text: string): Result.Result<Demand, string> => {
  const alone = text.trim()
  const entries = number.test(alone)
    ? kinds.map((kind) => leastOf(kind, alone, true))
    : alone.split(",").map((entry) => entryOf(entry))
  return Result.flatMap(Result.all(entries), (demand) => {
    const twice = demand.find(({ kind }, index) => demand.findIndex((other) => other.kind === kind) < index)
    return twice === undefined ? Result.succeed(demand) : Result.fail(`${twice.kind} is given twice: ${usage}.`)
  })
}

const isMet = ({ of, seen }: Share, { least, unit }: Least) =>
  unit === "count" ? seen >= least : seen * 100 >= least * of

/** What is demanded and was not seen, a sentence each. */
export const unmet = (demand: Demand, coverage: Coverage): ReadonlyArray<string> =>
  demand
    .filter((least) => !isMet(coverage[least.kind], least))
    .map(({ kind, least, unit }) => {
      const { of, seen } = coverage[kind]
      return `Too few ${kind} were seen: ${seen} of ${of}, and ${least}${unit === "percent" ? "%" : ""} must be.`
    })
