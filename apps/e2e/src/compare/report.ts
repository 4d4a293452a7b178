import type { Compared, NotCompared } from "./compareTargets.ts"
import { contractKeyOf } from "./Difference.ts"
import type { Difference } from "./Difference.ts"

/** A difference of the contract, and the scenarios that show it. */
interface Drift extends Omit<Difference, "occurrence"> {
  readonly scenarios: ReadonlyArray<string>
  /** In how many requests of all scenarios. */
  readonly requests: number
}

/** Two targets beside each other, as JSON has them; secrets are left out. */
export interface DriftReport {
  /** Of the format. */
  readonly version: 2
  readonly id: string
  readonly a: string
  readonly b: string
  readonly seed: number
  readonly started_at: string
  readonly compared: ReadonlyArray<string>
  readonly not_compared: ReadonlyArray<NotCompared>
  readonly drift: ReadonlyArray<Drift>
  /** What came and went when scenarios were run again. */
  readonly unsteady: ReadonlyArray<Drift>
}

/** The result of a comparison, which {@link driftReport} turns into a report. */
interface Result extends Pick<DriftReport, "id" | "a" | "b" | "seed"> {
  readonly startedAt: number
  readonly compared: ReadonlyArray<Compared>
  readonly notCompared: ReadonlyArray<NotCompared>
}

/** Joins the same differences of several scenarios into one of the contract. */
const driftOf = (
  compared: ReadonlyArray<Compared>,
  differencesOf: (one: Compared) => ReadonlyArray<Difference>
): ReadonlyArray<Drift> => {
  const all = compared.flatMap((one) =>
    differencesOf(one).map((difference) => ({ scenario: one.found.name, difference }))
  )
  return [...Map.groupBy(all, ({ difference }) => contractKeyOf(difference)).values()].flatMap((group) =>
    group.slice(0, 1).map(({ difference: { a, b, kind, operation, path, status } }) => ({
      operation,
      kind,
      status,
      path,
      a,
      b,
      scenarios: [...new Set(group.map(({ scenario }) => scenario))],
      requests: group.length
    }))
  )
}

/** A comparison as a report. */
export const driftReport = ({ a, b, compared, id, notCompared, seed, startedAt }: Result): DriftReport => ({
  version: 2,
  id,
  a,
  b,
  seed,
  started_at: new Date(startedAt).toISOString(),
  compared: compared.map(({ found }) => found.name),
  not_compared: notCompared,
  drift: driftOf(compared, ({ differences }) => differences),
  unsteady: driftOf(compared, ({ unsteady }) => unsteady)
})

const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`

const longest = 100

const valueText = (value: unknown): string => {
  if (value === undefined) return "nothing"
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const outcomeText = (value: unknown) => (typeof value === "string" ? value : valueText(value))

/** Where a difference is: `EnterpriseUsers.list 200 $.entries[*].token`. */
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
  return kind === "outcome" ? [outcomeText(a), outcomeText(b)] : [valueText(a), valueText(b)]
}

const namesText = (scenarios: ReadonlyArray<string>) =>
  scenarios.length <= 3 ? scenarios.join(", ") : `${scenarios.slice(0, 3).join(", ")} and ${scenarios.length - 3} more`

const driftLines = (drift: Drift): ReadonlyArray<string> => {
  const [a, b] = sidesOf(drift)
  return [
    `  ${locationText(drift)}: ${drift.kind}`,
    `    A: ${a.replaceAll("\n", "\n       ")}`,
    `    B: ${b.replaceAll("\n", "\n       ")}`,
    `    in ${namesText(drift.scenarios)}`
  ]
}

const section = (title: string, lines: ReadonlyArray<string>) => (lines.length === 0 ? [] : ["", title, ...lines])

/** A report as lines for people. */
export const text = ({ a, b, compared, drift, not_compared, seed, unsteady }: DriftReport): string => {
  const scenarios = new Set(drift.flatMap(({ scenarios }) => scenarios))
  return [
    `A: ${a}`,
    `B: ${b}`,
    "",
    drift.length === 0
      ? `No differences in ${counted(compared.length, "scenario")} (seed ${seed})`
      : `${counted(drift.length, "difference")} in ${scenarios.size} of ${counted(compared.length, "scenario")} (seed ${seed})`,
    ...drift.flatMap(driftLines),
    ...section("Not the same in each run, and not counted", unsteady.flatMap(driftLines)),
    ...section(
      "Not compared",
      not_compared.map(({ reason, scenario }) => `  ${scenario}: ${reason}`)
    )
  ].join("\n")
}
