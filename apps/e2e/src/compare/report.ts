import { pluralize } from "@remote-assist/core/Text"
import type * as Effect from "effect/Effect"

import { contractKeyOf } from "./answers.ts"
import type { Difference } from "./answers.ts"
import type { compareTargets, Compared } from "./compareTargets.ts"

/** A difference of the contract, with the scenarios that show it. */
interface Drift extends Omit<Difference, "occurrence" | "isConsequence"> {
  readonly scenarios: ReadonlyArray<string>
  /** The number of requests of all scenarios. */
  readonly requests: number
  /** Differences that appear only after it, in scenarios that sent other requests because of it. */
  readonly consequences: ReadonlyArray<Omit<Drift, "consequences">>
}

type Result = Omit<Effect.Success<ReturnType<typeof compareTargets>>, "leftovers"> &
  Readonly<Record<"id" | "a" | "b", string> & Record<"seed", number>>

/** Joins equal differences of several scenarios, and groups those that only follow from others. */
const driftOf = (
  compared: ReadonlyArray<Compared>,
  differencesOf: (one: Compared) => ReadonlyArray<Difference>
): ReadonlyArray<Drift> => {
  const all = compared.flatMap((one) => {
    const differences = differencesOf(one)
    const [first] = differences
    return differences.map((difference) => ({
      scenario: one.found.name,
      difference,
      key: contractKeyOf(difference),
      cause: difference.isConsequence && first !== undefined ? contractKeyOf(first) : undefined
    }))
  })
  const causes = new Set(all.flatMap(({ cause, key }) => (cause === undefined ? [key] : [])))
  // where it follows from another difference, it does not count as a cause
  const relevant = all.filter(({ cause, key }) => cause === undefined || !causes.has(key))
  const groups = [...Map.groupBy(relevant, ({ key }) => key)].map(([key, group]) => ({
    key,
    cause: group[0]?.cause,
    drifts: group.slice(0, 1).map(({ difference: { isConsequence: _, occurrence: __, ...difference } }) => ({
      ...difference,
      scenarios: [...new Set(group.map(({ scenario }) => scenario))],
      requests: group.length
    }))
  }))
  return groups.flatMap(({ cause, drifts, key }) =>
    cause === undefined
      ? drifts.map((drift) => ({
          ...drift,
          consequences: groups.flatMap((other) => (other.cause === key ? other.drifts : []))
        }))
      : []
  )
}

/** Returns the comparison of two targets as JSON, without secrets. */
export const driftReport = ({ a, b, compared, id, notCompared, seed, start }: Result) => ({
  /** The version of the format. */
  version: 3,
  id,
  a,
  b,
  seed,
  started_at: new Date(start).toISOString(),
  compared: compared.map(({ found }) => found.name),
  not_compared: notCompared,
  drift: driftOf(compared, ({ differences }) => differences),
  /** Differences that come and go in reruns. */
  unsteady: driftOf(compared, ({ unsteady }) => unsteady)
})

export type DriftReport = ReturnType<typeof driftReport>

/** Formats a value as JSON of at most `maxLength` characters. */
export const valueText = (value: unknown, maxLength = 100, mask = (text: string) => text): string => {
  if (value === undefined) return "nothing"
  const text = mask(JSON.stringify(value))
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

const plainText = (value: unknown) => (typeof value === "string" ? value : valueText(value))

/** Returns the location of a difference: `EnterpriseUsers.list 200 $.entries[*].token`. */
const locationText = ({ kind, operation, path, status }: Drift): string =>
  [
    operation === "" ? "the scenario" : operation,
    ...(kind === "status" || operation === "" ? [] : [String(status.a ?? status.b ?? "")]),
    path
  ]
    .filter((part) => part !== "")
    .join(" ")

const sidesOf = ({ a, b, kind, status }: Drift): readonly [string, string] => {
  if (kind === "status") return [`${status.a} ${valueText(a)}`, `${status.b} ${valueText(b)}`]
  return kind === "outcome" || kind === "latency" ? [plainText(a), plainText(b)] : [valueText(a), valueText(b)]
}

const namesText = (scenarios: ReadonlyArray<string>) =>
  scenarios.length <= 3 ? scenarios.join(", ") : `${scenarios.slice(0, 3).join(", ")} and ${scenarios.length - 3} more`

const driftLines = (drift: Drift): ReadonlyArray<string> => {
  const [a, b] = sidesOf(drift)
  return [
    `  ${locationText(drift)}: ${drift.kind}`,
    `    A: ${a.replaceAll("\n", "\n       ")}`,
    `    B: ${b.replaceAll("\n", "\n       ")}`,
    `    in ${namesText(drift.scenarios)}`,
    ...(drift.consequences.length === 0 ? [] : [`    ${drift.consequences.length} more follow from it`])
  ]
}

const section = (title: string, lines: ReadonlyArray<string>) => (lines.length === 0 ? [] : ["", title, ...lines])

/** Formats a report as text. */
export const formatReport = ({ a, b, compared, drift, not_compared, seed, unsteady }: DriftReport): string => {
  const scenarios = new Set(drift.flatMap(({ scenarios }) => scenarios))
  return [
    `A: ${a}`,
    `B: ${b}`,
    "",
    drift.length === 0
      ? `No differences in ${pluralize(compared.length, "scenario")} (seed ${seed})`
      : `${pluralize(drift.length, "difference")} in ${scenarios.size} of ${pluralize(compared.length, "scenario")} (seed ${seed})`,
    ...drift.flatMap(driftLines),
    ...section("Different only in some runs, not counted", unsteady.flatMap(driftLines)),
    ...section(
      "Not compared",
      not_compared.map(({ reason, scenario }) => `  ${scenario}: ${reason}`)
    )
  ].join("\n")
}
