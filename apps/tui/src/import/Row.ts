import { createHash } from "node:crypto"

import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import type { Columns, Field } from "./Columns.ts"

const text = Schema.String.check(
  Schema.makeFilter((text) => (text.includes("\uFFFD") ? "� stands for a character that was lost" : undefined)),
  // oxlint-disable-next-line no-control-regex -- the row must not contain these
  Schema.makeFilter((text) => (/[\u0000-\u001F\u007F-\u009F]/.test(text) ? "a control character" : undefined))
)

const emailProblem = (email: string): string | undefined => {
  if (email === "") return "no e-mail"
  if (!email.includes("@")) return "no @ in the e-mail"
  if (/\s/.test(email)) return "a space in the e-mail"
  if (email.split("@").length > 2) return "two @ in the e-mail"
  return /^@|@$/.test(email) ? "half an e-mail address" : undefined
}

const [yes, no] = [/^(?:y|yes|true|1|x|on)$/i, /^(?:n|no|false|0|off)$/i]

/** A row that can be sent. */
const Valid = Schema.Struct({
  email: text.check(Schema.makeFilter(emailProblem)),
  name: text.check(Schema.makeFilter((name) => (name === "" ? "no name" : undefined))),
  role: text,
  pods: text,
  mail: Schema.String.check(
    Schema.makeFilter((mail) =>
      mail === "" || yes.test(mail) || no.test(mail) ? undefined : `mail is neither yes nor no: ${mail}`
    )
  )
})

const validate = Schema.decodeUnknownResult(Valid)

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** A row of the file. */
export interface Row {
  /** The line that it begins in, from 1. */
  readonly line: number
  readonly name: string
  readonly email: string
  readonly role: string
  /** Names or ids of pods, as in the file. */
  readonly pods: string
  /** Whether to send a welcome e-mail, or `undefined` if the row does not say. */
  readonly mail: boolean | undefined
  /** Why the row cannot be sent, or `undefined`. */
  readonly problem: string | undefined
}

// exports put ' before text that a spreadsheet would compute
const unmarked = (text: string) => text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, "")

const clean = (cell = "") => unmarked(cell.trim().replaceAll(/\s+/g, " "))

/** Parses the cells of a row; `width` is the number of columns. */
export const parse = ({ at }: Columns, line: number, cells: ReadonlyArray<string>, width: number): Row => {
  const cell = (field: Field) => clean(cells[at[field] ?? -1])
  const texts = {
    email: cell("email"),
    name: cell("name"),
    role: cell("role"),
    pods: cell("pods"),
    mail: cell("mail")
  }
  const valid = validate(texts)
  const problem = cells.slice(width).some((cell) => cell.trim() !== "")
    ? `${cells.length} cells under ${width} columns: put quotes around text with the delimiter`
    : Result.isFailure(valid)
      ? issuesOf(valid.failure.issue).issues[0]?.message
      : undefined
  return { ...texts, line, mail: yes.test(texts.mail) ? true : no.test(texts.mail) ? false : undefined, problem }
}

/** Normalizes an e-mail address for comparison. */
export const keyOf = (email: string): string => email.trim().normalize("NFC").toLowerCase()

/** A short hash of what a row says. */
export const hashOf = ({ email, mail, name, pods, role }: Row): string =>
  createHash("sha256")
    .update(JSON.stringify([email, name, role, pods, mail ?? null]))
    .digest("base64url")
    .slice(0, 16)
