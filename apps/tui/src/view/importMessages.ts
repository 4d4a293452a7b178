import * as Edited from "../import/edited.ts"
import * as Told from "../import/told.ts"
import type { Keys } from "../keymap/Keys.ts"
import * as Importing from "../model/Importing.ts"
import type { Model } from "../model/Model.ts"
import type { Overlay } from "../model/Ui.ts"
import { counted } from "../text/numbers.ts"
import { glyphs } from "../theme.ts"
import { baseName } from "./importing.ts"
import type { Said } from "./View.ts"

type Open = Extract<Overlay, { readonly _tag: "Import" }>

const quiet = (text: string): Said => ({ text, tone: "quiet" })
const said = (text: string): Said => ({ text, tone: "plain" })

const progress = ({ done, total }: Open) =>
  total === 0 ? "…" : `${counted.format(done)} of ${counted.format(total)} …`

/** What is done with who exists and with mails, and while one looks at the rows, what changes that. */
const policyText = ({ keyOf }: Keys, { policy, step }: Pick<Open, "policy" | "step">) => {
  const { existing, reactivate, sendEmail } = policy
  const by = (command: string, other: string) => (step === "ready" ? ` (${keyOf(command)} ${other})` : "")
  return [
    existing === "update"
      ? `Users who exist are named as the file does${by("import.update", "skips them")}`
      : `Users who exist are skipped${by("import.update", "names them as the file does")}`,
    reactivate ? `, and reactivated${by("import.reactivate", "does not")}.` : ".",
    sendEmail
      ? step === "ready"
        ? ` Welcome e-mails go out as the file says${by("import.mails", "sends no mails")}.`
        : ""
      : ` No welcome e-mails${by("import.mails", "sends them")}.`
  ].join("")
}

const undoText = ({ keyOf }: Keys, toUndo: Open["toUndo"]): ReadonlyArray<Said> =>
  toUndo.all === 0 ? [] : [quiet(`${keyOf("import.undo")} deactivates ${Told.whom(toUndo)}; it deletes nobody.`)]

const readyMessages = (
  { keys, region: { address, name } }: Model,
  { file, policy, step, survey, ...now }: Open
): ReadonlyArray<Said> => {
  if (survey === undefined) return []
  const { counts } = survey
  const phrase = Importing.phraseOf(counts)
  return [
    said(Told.summary(counts, keys.keyOf("import.reactivate"))),
    ...lostSaid(now.lost),
    { ...quiet(policyText(keys, { policy, step })), isSpare: true },
    {
      ...quiet(
        `Created 4 at a time; after a lost answer the e-mail is looked up before it is sent again. Results go beside the file, to ${baseName(file)}.results.ndjson: the same import goes on where it stopped.`
      ),
      isSpare: true
    },
    ...(step === "ready" ? undoText(keys, now.toUndo) : []),
    ...(step === "confirming"
      ? [
          {
            text: `This is the region ${name}, ${address}. ${counts.mails > 0 ? "Welcome e-mails cannot be taken back. " : ""}Type ${phrase} to begin.`,
            tone: "warning"
          } as const
        ]
      : []),
    ...problemOf(now.problem)
  ]
}

const lostSaid = (lost: Open["lost"]): ReadonlyArray<Said> => {
  const text = Edited.lostText(lost)
  return text === undefined ? [] : [{ text: `${glyphs.problem} ${text}`, tone: "warning" }]
}

const problemOf = (problem: string | undefined): ReadonlyArray<Said> =>
  problem === undefined ? [] : [{ text: `${glyphs.problem} ${problem}`, tone: "bad" }]

/** What an import asks, and how far it is. */
export const ofImport = (model: Model, now: Open): ReadonlyArray<Said> => {
  const { ended, form, problem, step, toUndo } = now
  if (Importing.isReading(now)) return [{ text: `${glyphs.busy} Reading ${now.file} …`, tone: "warning" }]
  switch (step) {
    case "file":
      return [quiet("CSV with the names of its columns in the first line. Nothing is sent yet."), ...problemOf(problem)]
    case "columns":
      return [
        quiet(
          now.draft === undefined
            ? "Type which columns are which."
            : `${counted.format(now.draft.count)} rows${now.map === "" ? "" : `, columns by ${now.map}`}. Enter goes on; or type which columns are which.`
        ),
        ...problemOf(problem)
      ]
    case "looking":
      return [{ text: `${glyphs.busy} Looking up who exists: ${progress(now)}`, tone: "warning" }]
    case "editing":
      return [quiet(`${form?.inputs[form.focus]?.help ?? ""}. The file stays as it is.`), ...problemOf(problem)]
    case "ready":
    case "confirming":
      return readyMessages(model, now)
    case "sending":
      return [
        {
          text: `${glyphs.busy} ${progress(now)} ${ended.size === 0 ? "" : Told.ended(ended)}`.trimEnd(),
          tone: "warning"
        },
        ...problemOf(problem)
      ]
    case "over":
      return [said(Told.ended(ended, now.total)), ...undoText(model.keys, toUndo), ...problemOf(problem)]
    case "undoing":
      return [
        {
          text: `This deactivates ${Told.whom(toUndo)}, and deletes nobody. Type ${Importing.phraseFor(now)} to begin.`,
          tone: "warning"
        },
        ...problemOf(problem)
      ]
  }
}
