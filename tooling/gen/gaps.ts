import { documented } from "../../apps/http-mock/src/world/gaps/documented.ts"
import { gaps } from "../../apps/http-mock/src/world/gaps/options.ts"
import { code, escape, page } from "./markdown.ts"

const formatChoice = (choice: unknown) => code(typeof choice === "string" ? choice : JSON.stringify(choice))

const sorted = <Gap>(gaps: Readonly<Record<string, Gap>>) =>
  Object.entries(gaps).toSorted(([one], [other]) => (one < other ? -1 : 1))

interface Choices {
  readonly section: string
  readonly choices: string
  readonly alternatives: string
  readonly reason: string
}

/** Formats a gap as an entry of a list. */
const entry = (id: string, { alternatives, choices, reason, section }: Choices) =>
  [
    `- ${code(id)} (§${section}): ${choices}.`,
    ...(alternatives === "" ? [] : [`Not implemented: ${alternatives}.`]),
    escape(reason)
  ].join(" ")

const optional = sorted(gaps).map(([id, { accepts, alternatives = "", first, options, reason, section }]) => ({
  subject: id.split(".")[0] ?? "",
  entry: entry(id, {
    section,
    choices: [
      `${formatChoice(first)} (default)`,
      options.length === 0 ? `or ${accepts}` : options.slice(1).map(formatChoice)
    ]
      .flat()
      .join(", "),
    alternatives,
    reason
  })
}))

const subjects = [...Map.groupBy(optional, ({ subject }) => subject)].flatMap(([subject, members]) => [
  `## ${subject}`,
  members.map(({ entry }) => entry).join("\n")
])

const fixed = sorted(documented).map(([id, { alternatives = "", only, reason, section }]) =>
  entry(id, { section, choices: only, alternatives, reason })
)

const usage = `Where the interface says "not shown", or nothing, the emulator uses a default. Choose otherwise with \`--gap id=choice\`, as often
as needed, or in a test:

\`\`\`sh
pnpm mock --gap page.maximum-size=50 --gap refresh.reuse=once --gap 'errors.codes={"credentials":7}'
\`\`\`

\`\`\`ts
Emulator.layer({ gaps: { "page.maximum-size": 50, "refresh.reuse": "once" } })
\`\`\``

/** The page of the gaps of the interface. */
export const render = () =>
  page("What the interface leaves open", "src/world/gaps", [
    usage,
    "Each entry has the section of the interface, the choices, and the reason for the default.",
    ...subjects,
    "## Gaps without a choice",
    fixed.join("\n")
  ])
