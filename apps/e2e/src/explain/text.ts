import type { Drift, DriftReport, ProposedChoice } from "./DriftReport.ts"

const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`

const longest = 100

/** A value in one line. */
export const valueText = (value: unknown): string => {
  if (value === undefined) return "nothing"
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const wordsOf = (value: unknown) => (typeof value === "string" ? value : valueText(value))

/** Where a difference is: `EnterpriseUsers.list 200 $.entries[*].token`. */
export const placeText = ({ kind, operation, path, status }: Drift): string =>
  [
    operation === "" ? "the scenario" : operation,
    ...(kind === "status" || operation === "" ? [] : [String(status.a ?? status.b ?? "")]),
    path
  ]
    .filter((part) => part !== "")
    .join(" ")

/** What is on each side of a difference. */
export const sidesOf = ({ a, b, kind, status }: Drift): readonly [string, string] =>
  kind === "status"
    ? [`${status.a} ${valueText(a)}`, `${status.b} ${valueText(b)}`]
    : kind === "outcome"
      ? [wordsOf(a), wordsOf(b)]
      : [valueText(a), valueText(b)]

const shown = (scenarios: ReadonlyArray<string>) =>
  scenarios.length <= 3 ? scenarios.join(", ") : `${scenarios.slice(0, 3).join(", ")} and ${scenarios.length - 3} more`

const driftLines = (drift: Drift): ReadonlyArray<string> => {
  const [a, b] = sidesOf(drift)
  return [
    `  ${placeText(drift)}: ${drift.kind}`,
    `    A: ${a.replaceAll("\n", "\n       ")}`,
    `    B: ${b.replaceAll("\n", "\n       ")}`,
    `    in ${shown(drift.scenarios)}${drift.explained_by.length === 0 ? "" : `  ← ${drift.explained_by.join(", ")}`}`
  ]
}

/** What a choice explains: `page.no-entries=0 explains 3 differences in 2 scenarios`. */
export const proposalText = ({ differences, flag, scenarios }: ProposedChoice): string =>
  `${flag.replace(/^--gap /, "")} explains ${counted(differences, "difference")} in ${counted(scenarios.length, "scenario")}`

const section = (title: string, lines: ReadonlyArray<string>) => (lines.length === 0 ? [] : ["", title, ...lines])

/** What else has the effect of a choice that no answer names. */
export const approximateText = ({ choice, limit }: ProposedChoice): string =>
  limit === undefined
    ? "another value: no answer names it"
    : `a number ${limit === "at most" ? "below" : "above"} ${wordsOf(choice)}: no answer names it`

const proposalLines = (proposal: ProposedChoice): ReadonlyArray<string> => [
  `  ${proposalText(proposal)}`,
  ...(proposal.approximate ? [`    or ${approximateText(proposal)}`] : []),
  ...proposal.or.map((flag) => `    or ${flag.replace(/^--gap /, "")}, which does the same in these scenarios`)
]

/** The flags that make an emulator like the other target. */
export const flagsText = ({ explanation }: DriftReport): string =>
  ["remote-assist-mock", ...(explanation?.proposals ?? []).map(({ flag }) => flag)].join(" ")

/** A report as lines for people. */
export const text = (report: DriftReport): string => {
  const { a, b, compared, drift, explanation, not_compared: notCompared, seed, unsteady } = report
  const scenarios = new Set(drift.flatMap(({ scenarios }) => scenarios))
  return [
    `A: ${a}`,
    `B: ${b}`,
    "",
    drift.length === 0
      ? `No drift in ${counted(compared.length, "scenario")} (seed ${seed})`
      : `${counted(drift.length, "difference")} in ${scenarios.size} of ${counted(compared.length, "scenario")} (seed ${seed})`,
    ...drift.flatMap(driftLines),
    ...section("Gaps of the emulator that explain them", (explanation?.proposals ?? []).flatMap(proposalLines)),
    ...section("Not explained by any gap", (explanation?.unexplained ?? []).flatMap(driftLines)),
    ...(explanation?.gave_up === true
      ? ["", `The search ended after ${explanation.runs} runs: raise --tries to go on.`]
      : []),
    ...section("Came and went when run again, and is not counted", unsteady.flatMap(driftLines)),
    ...section(
      "Not compared",
      notCompared.map(({ reason, scenario }) => `  ${scenario}: ${reason}`)
    ),
    ...(explanation === undefined || explanation.proposals.length === 0
      ? []
      : ["", "An emulator that answers so:", `  ${flagsText(report)}`])
  ].join("\n")
}
