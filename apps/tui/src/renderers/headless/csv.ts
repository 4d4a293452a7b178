import * as Predicate from "effect/Predicate"

// a spreadsheet reads a text that begins so as a formula; a quote before it makes it a text
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const special = /[",\r\n]/

const safe = (text: string) => (formula.test(text) ? `'${text}` : text)

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (Predicate.isString(value)) return safe(value)
  if (Array.isArray(value))
    return safe(value.map((each) => (Predicate.isString(each) ? each : JSON.stringify(each))).join(", "))
  const text = JSON.stringify(value)
  return Predicate.isObjectKeyword(value) ? safe(text) : text
}

const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A record after RFC 4180, with its line end; texts that a spreadsheet would compute are marked as texts. */
export const record = (values: ReadonlyArray<unknown>): string =>
  `${values.map((value) => quoted(textOf(value))).join(",")}\r\n`
