import type { Compared, NotCompared } from "../compare/compareTargets.ts"
import { contractKeyOf, keyOf } from "../compare/Difference.ts"
import type { Difference } from "../compare/Difference.ts"
import type { Exchange } from "../recorder/Recorder.ts"
import { quoted } from "../reporters/curl.ts"
import type { Drift, DriftReport, ProposedChoice } from "./DriftReport.ts"
import type { Emulation } from "./Emulation.ts"
import type { Explanation, Proposal } from "./explain.ts"

interface Told {
  readonly scenario: string
  readonly difference: Difference
}

/** What a comparison came to. */
export interface Outcome {
  readonly id: string
  readonly a: string
  readonly b: string
  readonly seed: number
  readonly startedAt: number
  readonly compared: ReadonlyArray<Compared>
  readonly notCompared: ReadonlyArray<NotCompared>
  readonly explained: { readonly emulation: Emulation; readonly explanation: Explanation } | undefined
}

const whereDefined = <A>(name: string, value: A | undefined) => (value === undefined ? {} : { [name]: value })

const explainers = ({ difference, scenario }: Told, proposals: ReadonlyArray<Proposal>) =>
  proposals
    .filter(({ explains }) =>
      explains.some(
        (one) => one.scenario === scenario && one.differences.some((other) => keyOf(other) === keyOf(difference))
      )
    )
    .map(({ id }) => id)

/** The same differences of several scenarios as one of the contract. */
const driftOf = (all: ReadonlyArray<Told>, proposals: ReadonlyArray<Proposal>): ReadonlyArray<Drift> => {
  const groups = new Map<string, Array<Told>>()
  for (const told of all) {
    const key = contractKeyOf(told.difference)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [told])
    else group.push(told)
  }
  return [...groups.values()].flatMap((group): ReadonlyArray<Drift> => {
    const [first] = group
    if (first === undefined) return []
    const { a, b, kind, operation, path, status } = first.difference
    return [
      {
        operation,
        kind,
        status: { ...whereDefined("a", status.a), ...whereDefined("b", status.b) },
        path,
        ...whereDefined("a", a),
        ...whereDefined("b", b),
        scenarios: [...new Set(group.map(({ scenario }) => scenario))],
        requests: group.length,
        explained_by: [...new Set(group.flatMap((told) => explainers(told, proposals)))]
      }
    ]
  })
}

const textOf = (choice: unknown) => (typeof choice === "string" ? choice : JSON.stringify(choice))

/** A choice as the emulator's command line takes it. */
export const flagOf = (id: string, choice: unknown, kind?: string): string =>
  `--gap ${quoted(`${id}=${kind === "texts" && Array.isArray(choice) ? choice.join(",") : kind === "JSON" ? JSON.stringify(choice) : textOf(choice)}`)}`

const proposed = ({ register, chosen }: Emulation, proposal: Proposal): ProposedChoice => {
  const entry = register.get(proposal.id)
  const before = chosen.get(proposal.id) ?? entry?.first
  const flag = (id: string, choice: unknown) => flagOf(id, choice, register.get(id)?.takes?.kind)
  return {
    gap: proposal.id,
    choice: proposal.choice,
    instead_of: JSON.parse(JSON.stringify(before ?? null)),
    flag: flag(proposal.id, proposal.choice),
    section: entry?.section ?? "",
    approximate: !proposal.isExact,
    ...(proposal.limit === undefined ? {} : { limit: proposal.limit }),
    differences: new Set(proposal.explains.flatMap(({ differences }) => differences.map(contractKeyOf))).size,
    scenarios: proposal.explains.map(({ scenario }) => scenario),
    or: proposal.orElse.map(({ choice, id }) => flag(id, choice))
  }
}

const answerOf = (exchange: Exchange | undefined) =>
  exchange === undefined ? "not sent" : String(exchange.answer?.status ?? exchange.lost ?? "no answer")

const told = (compared: ReadonlyArray<Compared>, of: (one: Compared) => ReadonlyArray<Difference>) =>
  compared.flatMap((one) => of(one).map((difference): Told => ({ scenario: one.found.name, difference })))

/** A comparison as a report. */
export const driftReport = ({ a, b, compared, explained, id, notCompared, seed, startedAt }: Outcome): DriftReport => {
  const proposals = explained?.explanation.proposals ?? []
  const differing = compared.filter(({ comparison }) => comparison.differences.length > 0)
  return {
    version: 1,
    id,
    a,
    b,
    seed,
    started_at: new Date(startedAt).toISOString(),
    compared: compared.map(({ found }) => found.name),
    not_compared: notCompared.map(({ name, reason }) => ({ scenario: name, reason })),
    drift: driftOf(
      told(compared, ({ comparison }) => comparison.differences),
      proposals
    ),
    unsteady: driftOf(
      told(compared, ({ unsteady }) => unsteady),
      []
    ),
    ...(explained === undefined
      ? {}
      : {
          explanation: {
            proposals: proposals.map((proposal) => proposed(explained.emulation, proposal)),
            unexplained: driftOf(explained.explanation.unexplained, []),
            runs: explained.explanation.runs,
            gave_up: explained.explanation.gaveUp
          }
        }),
    sequences: differing.map(({ comparison: { differences, pairs }, found }) => ({
      scenario: found.name,
      exchanges: pairs.map(({ a: one, b: other }, position) => ({
        operation: one?.operation ?? other?.operation ?? `${one?.request.method ?? other?.request.method}`,
        a: answerOf(one),
        b: answerOf(other),
        differs: differences.some((difference) => difference.position === position)
      }))
    }))
  }
}
