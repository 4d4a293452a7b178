import { notKnown } from "../text/notKnown.ts"
import type { Model } from "./Model.ts"

const mostNamed = 3

/** The import of which rows are being sent. */
const importOf = (ui: Model["ui"]) => {
  const { aside, overlay } = ui.get()
  const found = [overlay, aside].find((each) => each?._tag === "Import" && each.step === "sending")
  return found?._tag === "Import" ? found : undefined
}

/** Whether there are rows that are finished before the program ends, so that none is sent of which nothing is noted. */
export const isFinishing = ({ ui }: Pick<Model, "ui">): boolean => importOf(ui) !== undefined

/** What nobody knows of what is under way, where the program ends before the answers are there: sentences. */
export const leftBehind = ({
  changes,
  exporting,
  ui
}: Pick<Model, "changes" | "exporting" | "ui">): string | undefined => {
  const { group, pending } = changes.state.get()
  const doing = [...pending.values()].map(({ of, said }) => `${said} ${of}`.trim())
  const more = doing.length > mostNamed ? ` and ${doing.length - mostNamed} more` : ""
  const rest = group === undefined || group.isOver ? 0 : group.rows.length - group.results.size - doing.length
  const file = exporting.get()
  const importing = importOf(ui)
  const sentences = [
    ...(doing.length === 0 ? [] : [notKnown(`${doing.slice(0, mostNamed).join(", ")}${more}`)]),
    ...(rest > 0 ? [`${rest} more of what was marked were not begun.`] : []),
    ...(importing === undefined
      ? []
      : [
          `What was sent of ${importing.file} was left after ${importing.done} of ${importing.total} rows: import the file again, which looks up what became of those that were under way. They are waited for; Ctrl-C or another signal ends at once.`
        ]),
    ...(file === undefined ? [] : [`${file.path} was not written.`])
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}
