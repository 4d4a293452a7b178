import { documented } from "../../apps/http-mock/src/world/gaps/documented.ts"
import { gaps } from "../../apps/http-mock/src/world/gaps/options.ts"
import { code, page, table } from "./markdown.ts"

const formatChoice = (choice: unknown) => code(typeof choice === "string" ? choice : JSON.stringify(choice))

const sorted = <Gap>(gaps: Readonly<Record<string, Gap>>) =>
  Object.entries(gaps).toSorted(([one], [other]) => (one < other ? -1 : 1))

const optional = sorted(gaps).map(([id, { accepts, alternatives = "", first, options, reason, section }]) => [
  code(id),
  section,
  formatChoice(first),
  options.length === 0 ? accepts : options.slice(1).map(formatChoice).join(", "),
  alternatives,
  reason
])

const fixed = sorted(documented).map(([id, { alternatives = "", only, reason, section }]) => [
  code(id),
  section,
  only,
  alternatives,
  reason
])

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
    "## Gaps with a choice",
    table(["id", "section", "default", "or", "not implemented", "reason"], optional),
    "## Gaps without a choice",
    table(["id", "section", "the emulator", "not implemented", "reason"], fixed)
  ])
