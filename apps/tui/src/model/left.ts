import type { Model } from "./Model.ts"

const mostNamed = 3

/** What nobody knows of what is under way, where the program ends before the answers are there: sentences. */
export const leftBehind = ({
  changes,
  exporting,
  ui
}: Pick<Model, "changes" | "exporting" | "ui">): string | undefined => {
  const { group, pending } = changes.state.get()
  const doing = [...pending.values()].map(({ of, said }) => `${said} ${of}`)
  const more = doing.length > mostNamed ? ` and ${doing.length - mostNamed} more` : ""
  const rest = group === undefined || group.isOver ? 0 : group.rows.length - group.results.size - doing.length
  const file = exporting.get()
  const { aside, overlay } = ui.get()
  const importing = [overlay, aside].find((each) => each?._tag === "Import" && each.step === "sending")
  const sentences = [
    ...(doing.length === 0
      ? []
      : [
          `It is not known whether this was done: ${doing.slice(0, mostNamed).join(", ")}${more}. Look before you do it again.`
        ]),
    ...(rest > 0 ? [`${rest} more of what was marked were not begun.`] : []),
    ...(importing?._tag === "Import"
      ? [
          `What was sent of ${importing.file} was left after ${importing.done} of ${importing.total} rows: import the file again, which looks up what became of those that were under way.`
        ]
      : []),
    ...(file === undefined ? [] : [`${file.path} was not written.`])
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}
