import type { KeptEdit } from "./Choices.ts"
import type { Draft } from "./Draft.ts"
import * as Row from "./Row.ts"

/** What was made of a row on the screen. */
export interface Edit {
  /** What stands in it now; nothing where that is what the file says. */
  readonly row: Row.Row | undefined
  readonly isLeftOut: boolean
}

/** By the line of the row. */
export type Edits = ReadonlyMap<number, Edit>

/** What is edited of a row, as text. */
export type Texts = Readonly<Record<"name" | "email" | "role" | "pods" | "mail", string>>

const columns = { at: { name: 0, email: 1, role: 2, pod_ids: 3, send_email: 4 }, unused: [] }

/** A row with other texts in it. */
export const rowWith = (line: number, { email, mail, name, pods, role }: Texts): Row.Row =>
  Row.of(columns, { line, cells: [name, email, role, pods, mail], isUtf8: true }, 5)

/** The texts of a row. */
export const textsOf = ({ email, mail, name, pods, role }: Row.Row): Texts => ({
  name,
  email,
  role,
  pods,
  mail: mail === undefined ? "" : mail ? "yes" : "no"
})

/** What was made of the rows of a file, to be kept; one that cannot be sent as it was edited is left out. */
export const toKeep = (draft: Draft, edits: Edits): ReadonlyArray<KeptEdit> => {
  const kept: Array<KeptEdit> = []
  if (edits.size === 0) return kept
  for (const row of draft.rows()) {
    const edit = edits.get(row.line)
    if (edit === undefined) continue
    kept.push({
      line: row.line,
      row: Row.hashOf(row),
      left_out: edit.isLeftOut || edit.row?.problem !== undefined,
      ...(edit.row !== undefined && { texts: textsOf(edit.row) })
    })
  }
  return kept
}

/** What was kept of edits, and what of it fits no row any more. */
interface Restored {
  readonly edits: Edits
  readonly lost: ReadonlyArray<KeptEdit>
}

/** What was kept, for the rows that still say what they did; the file may have been changed, and lines moved. */
export const ofKept = (draft: Draft, kept: ReadonlyArray<KeptEdit>): Restored => {
  const edits = new Map<number, Edit>()
  const taken = new Set<KeptEdit>()
  const restored = () => ({ edits, lost: kept.filter((each) => !taken.has(each)) })
  const [byLine, byRow] = [
    new Map(kept.map((each) => [each.line, each])),
    new Map(kept.map((each) => [each.row, each]))
  ]
  const take = (line: number, edit: KeptEdit) => {
    const { left_out, row, texts } = edit
    edits.set(line, { row: texts && rowWith(line, texts), isLeftOut: left_out })
    taken.add(edit)
    byRow.delete(row)
  }
  if (kept.length === 0) return restored()
  for (const row of draft.rows()) {
    const edit = byLine.get(row.line)
    if (edit !== undefined && edit.row === Row.hashOf(row)) take(row.line, edit)
  }
  if (byRow.size === 0) return restored()
  for (const row of draft.rows()) {
    const edit = byRow.get(Row.hashOf(row))
    if (edit !== undefined) take(row.line, edit)
  }
  return restored()
}

const mostNamed = 5

/** Says which edits were kept and are of no row any more, with the lines where they were and what they made of them. */
export const lostText = (lost: ReadonlyArray<KeptEdit>): string | undefined => {
  if (lost.length === 0) return undefined
  const named = lost
    .slice(0, mostNamed)
    .map(({ left_out, line, texts }) => `line ${line} (${left_out ? "left out" : (texts?.email ?? "edited")})`)
  const more = lost.length > mostNamed ? ` and ${lost.length - mostNamed} more` : ""
  const [what, fit] = lost.length === 1 ? ["1 edit", "fits"] : [`${lost.length} edits`, "fit"]
  return `The file has changed: ${what} made when this import was begun ${fit} no row any more: ${named.join(", ")}${more}. Look at these rows, and edit them again.`
}

/** The same, with a row in which something else stands. */
export const edited = (edits: Edits, row: Row.Row): Edits => new Map([...edits, [row.line, { row, isLeftOut: false }]])

/** The same, with a row left out, or taken again as it was. */
export const skipped = (edits: Edits, line: number): Edits => {
  const { isLeftOut, row } = edits.get(line) ?? { isLeftOut: false, row: undefined }
  const next = new Map(edits)
  if (isLeftOut && row === undefined) next.delete(line)
  else next.set(line, { row, isLeftOut: !isLeftOut })
  return next
}

/** The same, with all rows taken: what is looked up of each is known when it is taken again. */
export const withAll = (edits: Edits): Edits =>
  new Map(Array.from(edits, ([line, edit]) => [line, { ...edit, isLeftOut: false }]))

/** A file with what was made of its rows; the file itself stays as it is. */
export const withEdits = (draft: Draft, edits: Edits): Draft => {
  if (edits.size === 0) return draft
  function* rows() {
    for (const row of draft.rows()) {
      const edit = edits.get(row.line)
      const now = edit?.row ?? row
      yield edit?.isLeftOut === true ? { ...now, problem: "left out here" } : now
    }
  }
  return { ...draft, rows }
}
