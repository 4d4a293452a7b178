import * as Contract from "@remote-assist/core/Contract"

import type { Drift, DriftReport } from "./DriftReport.ts"
import { approximateText, flagsText, placeText, proposalText, sidesOf } from "./text.ts"

const cell = (text: string) =>
  text
    .replaceAll("\\", String.raw`\\`)
    .replaceAll("|", String.raw`\|`)
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/[<>&]/g, (character) => `&#${character.codePointAt(0)};`)

const code = (text: string) => {
  const plain = text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", String.raw`\|`)
  return plain.includes("`") ? `\`\` ${plain} \`\`` : `\`${plain}\``
}

const table = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) => [
  `| ${heads.join(" | ")} |`,
  `|${heads.map(() => " --- |").join("")}`,
  ...rows.map((row) => `| ${row.join(" | ")} |`)
]

const driftTable = (all: ReadonlyArray<Drift>) =>
  table(
    ["where", "what", "A", "B", "scenarios", "explained by"],
    all.map((drift) => {
      const [a, b] = sidesOf(drift)
      const gaps = drift.explained_by.map(code).join(", ")
      return [code(placeText(drift)), drift.kind, code(a), code(b), cell(drift.scenarios.join(", ")), gaps]
    })
  )

const chapter = (title: string, lines: ReadonlyArray<string>) =>
  lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines]

const nameOf = ({ kind, operation, path }: Drift) => {
  const [group = "", name = ""] = operation.split(".")
  const field = path.split(/[.[\]*$]+/).findLast((part) => part !== "") ?? kind.replaceAll(" ", "-")
  return `${group.toLowerCase()}.${name}-${field}`.toLowerCase()
}

/** An entry that the register lacks, for each difference that none explains. */
const entriesOf = (unexplained: ReadonlyArray<Drift>) =>
  unexplained
    .filter(({ operation }) => Contract.byId(operation) !== undefined)
    .map((drift) => {
      const [a, b] = sidesOf(drift)
      const section = Contract.byId(drift.operation)?.section ?? ""
      return `- ${code(nameOf(drift))} (${section}): the emulator has ${code(a)} at ${code(placeText(drift))}, the service ${code(b)}`
    })

/** A report to attach to a ticket. */
export const markdown = (report: DriftReport): string => {
  const {
    a,
    b,
    compared,
    drift,
    explanation,
    not_compared: notCompared,
    seed,
    sequences,
    started_at,
    unsteady
  } = report
  const proposals = explanation?.proposals ?? []
  return [
    `# Drift: ${cell(a)} (A) and ${cell(b)} (B)`,
    "",
    `${compared.length} scenarios on both, seed ${seed}, ${started_at}: ${drift.length === 0 ? "no drift" : `${drift.length} differences`}.`,
    ...chapter("Differences", drift.length === 0 ? [] : driftTable(drift)),
    ...chapter(
      "Gaps that explain them",
      proposals.map(
        (proposal) =>
          `- ${code(proposalText(proposal).replace(/ explains.*$/, ""))}${/ explains.*$/.exec(proposalText(proposal))?.[0] ?? ""} (§${proposal.section}; now ${code(JSON.stringify(proposal.instead_of))})${proposal.approximate ? `; or ${approximateText(proposal)}` : ""}${proposal.or.map((flag) => `; or ${code(flag)}`).join("")}`
      )
    ),
    ...(proposals.length === 0 ? [] : ["", "An emulator that answers so:", "", "```sh", flagsText(report), "```"]),
    ...chapter(
      "Not explained by any gap",
      explanation === undefined || explanation.unexplained.length === 0 ? [] : driftTable(explanation.unexplained)
    ),
    ...chapter("Entries for the register", entriesOf(explanation?.unexplained ?? [])),
    ...chapter("Came and went when run again", unsteady.length === 0 ? [] : driftTable(unsteady)),
    ...sequences.flatMap(({ exchanges, scenario }) =>
      chapter(
        cell(scenario),
        table(
          ["", "request", "A", "B"],
          exchanges.map(({ a, b, differs, operation }) => [differs ? "≠" : "", code(operation), cell(a), cell(b)])
        )
      )
    ),
    ...chapter(
      "Not compared",
      notCompared.map(({ reason, scenario }) => `- ${cell(scenario)}: ${cell(reason)}`)
    ),
    ""
  ].join("\n")
}
