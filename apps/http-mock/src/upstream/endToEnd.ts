import type { Fields } from "../tenants/journal/Passed.ts"

// what is between two hops alone (RFC 9110, 7.6.1)
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings"
])

/** Headers as node has them, a name and a value in turn. */
export const fieldsOf = (raw: ReadonlyArray<string>): Fields => {
  const fields: Array<readonly [string, string]> = []
  for (let at = 0; at + 1 < raw.length; at += 2) fields.push([raw[at] ?? "", raw[at + 1] ?? ""])
  return fields
}

/** The headers that are for the other end, without those that the header `connection` names. */
export const endToEnd = (fields: Fields): Fields => {
  const named = new Set(
    fields
      .filter(([name]) => name.toLowerCase() === "connection")
      .flatMap(([, value]) => value.toLowerCase().split(","))
      .map((name) => name.trim())
  )
  return fields.filter(([name]) => !hopByHop.has(name.toLowerCase()) && !named.has(name.toLowerCase()))
}

/** The values of a header. */
export const valuesOf = (fields: Fields, wanted: string): ReadonlyArray<string> =>
  fields.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)
