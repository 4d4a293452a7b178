import { createHash } from "node:crypto"

import type { Columns, ImportField } from "./Columns.ts"
import type { CsvRecord } from "./Csv.ts"

/** A row of the file as it is meant. */
export interface Row {
  readonly line: number
  readonly name: string
  readonly email: string
  readonly role: string
  /** Names or ids of pods, as they are written. */
  readonly pods: string
  /** Whether a welcome e-mail is sent; nothing where the row does not say. */
  readonly mail: boolean | undefined
  /** Why it cannot be sent, as far as the row itself tells. */
  readonly problem: string | undefined
  /** Whether there is nothing in it. */
  readonly isEmpty: boolean
}

/** An e-mail address as it is compared: upper and lower case are alike. */
export const keyOf = (email: string): string => email.trim().normalize("NFC").toLowerCase()

const [yes, no] = [/^(?:y|yes|true|1|x|on)$/i, /^(?:n|no|false|0|off)$/i]

// an export marks a text so that a spreadsheet would compute
const unmarked = (text: string) => text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, "")

const clean = (cell: string | undefined) => unmarked((cell ?? "").trim().replaceAll(/\s+/g, " "))

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const control = /[\u0000-\u001F\u007F-\u009F]/

const emailProblem = (email: string): string | undefined => {
  if (email === "") return "no e-mail"
  if (!email.includes("@")) return "no @ in the e-mail"
  if (/\s/.test(email)) return "a space in the e-mail"
  if (email.split("@").length > 2) return "two @ in the e-mail"
  return /^@|@$/.test(email) ? "half an e-mail address" : undefined
}

const problemOf = (row: Omit<Row, "problem">, mail: string, record: CsvRecord, width: number) => {
  const { email, name } = row
  if (!record.isUtf8) return "not UTF-8: save the file as UTF-8"
  if (record.cells.slice(width).some((cell) => cell.trim() !== ""))
    return `${record.cells.length} cells under ${width} columns: a text with the delimiter needs quotes`
  const found = emailProblem(email)
  if (found !== undefined) return found
  if (name === "") return "no name"
  const texts = [name, email, row.role, row.pods]
  if (texts.some((text) => text.includes("\uFFFD"))) return "� stands where a character was lost"
  if (texts.some((text) => control.test(text))) return "a control character"
  if (mail !== "" && row.mail === undefined) return `mail is neither yes nor no: ${mail}`
  return undefined
}

/** Reads a row; `width` is how many columns there are. */
export const of = ({ at }: Columns, record: CsvRecord, width: number): Row => {
  const cell = (field: ImportField) => clean(at[field] === undefined ? "" : record.cells[at[field]])
  const mail = cell("send_email")
  const row = {
    line: record.line,
    name: cell("name"),
    email: cell("email"),
    role: cell("role"),
    pods: cell("pod_ids"),
    mail: yes.test(mail) ? true : no.test(mail) ? false : undefined,
    isEmpty: record.cells.every((cell) => cell.trim() === "")
  }
  return { ...row, problem: row.isEmpty ? undefined : problemOf(row, mail, record, width) }
}

/** What a row says, as a short text: two rows that say the same have the same. */
export const hashOf = ({ email, mail, name, pods, role }: Row): string =>
  createHash("sha256")
    .update(JSON.stringify([email, name, role, pods, mail ?? null]))
    .digest("base64url")
    .slice(0, 16)
