import * as Result from "effect/Result"

import type { ResponseDefinition } from "../stubs/mapping/StubMapping.ts"
import type { Fields, Head } from "../tenants/journal/Passed.ts"
import { endToEnd, valuesOf } from "../upstream/endToEnd.ts"
import * as Content from "../wire/content.ts"
import { mask } from "./masks.ts"
import type { Masks } from "./masks.ts"

/** What is answered, with the bytes that are to be in a file of their own. */
export interface Recorded {
  readonly response: ResponseDefinition
  readonly file: { readonly extension: string; readonly bytes: Uint8Array } | undefined
  /** How many bytes all of it has. */
  readonly size: number
}

// of this answer alone
const ofOne = new Set(["content-length", "content-encoding", "date", "age", "via", "server"])

// the name of a cookie and what holds for it may be known, what it carries not
const cookie = (value: string) => value.replace(/^([^=;]*)=[^;]*/, `$1=${mask("COOKIE")}`)

const headersOf = (fields: Fields, { masks }: Masks) => {
  const values = new Map<string, ReadonlyArray<string>>()
  for (const [name, value] of endToEnd(fields)) {
    const key = name.toLowerCase()
    if (ofOne.has(key)) continue
    const shown =
      key === "set-cookie" ? cookie(value) : key === "location" ? masks.url(value) : masks.header(name, value)
    values.set(key, [...(values.get(key) ?? []), shown])
  }
  return Object.fromEntries(
    [...values].map(([name, [first = "", ...more]]) => [name, more.length === 0 ? first : [first, ...more]])
  )
}

// more is easier to read in a file of its own
const mostInline = 8 * 1024

const extensions: ReadonlyArray<readonly [RegExp, string]> = [
  [/json/, "json"],
  [/html/, "html"],
  [/xml|svg/, "xml"],
  [/^text\//, "txt"],
  [/png/, "png"],
  [/jpe?g/, "jpg"],
  [/pdf/, "pdf"]
]

const extensionOf = (type: string) => extensions.find(([pattern]) => pattern.test(type))?.[1] ?? "bin"

const ofText = (text: string, type: string): Omit<Recorded, "size"> => {
  if (text === "") return { response: {}, file: undefined }
  return text.length <= mostInline
    ? { response: { body: text }, file: undefined }
    : { response: {}, file: { extension: extensionOf(type), bytes: Buffer.from(text) } }
}

const ofBytes = (bytes: Uint8Array, type: string): Omit<Recorded, "size"> =>
  bytes.length <= mostInline
    ? { response: { base64Body: Buffer.from(bytes).toString("base64") }, file: undefined }
    : { response: {}, file: { extension: extensionOf(type), bytes } }

const mayHoldSecret = "the answer may hold a secret: it is neither JSON nor a form, and names one"

const bodyOf = (
  bytes: Uint8Array,
  type: string,
  { areBare, masks }: Masks
): Result.Result<Omit<Recorded, "size">, string> => {
  const content = Content.of(bytes)
  if (content.encoding !== undefined)
    return areBare(bytes) ? Result.fail(mayHoldSecret) : Result.succeed(ofBytes(bytes, type))
  const shown = masks.answerBody(content)?.text
  return shown === undefined ? Result.fail(mayHoldSecret) : Result.succeed(ofText(shown, type))
}

/** An answer to give again, without its secrets; or why it cannot be given. */
export const recordedOf = (
  { headers: fields, status }: Head,
  bytes: Uint8Array,
  masks: Masks
): Result.Result<Recorded, string> => {
  const headers = headersOf(fields, masks)
  return Result.map(bodyOf(bytes, valuesOf(fields, "content-type")[0] ?? "", masks), ({ file, response }) => ({
    response: { status, ...(Object.keys(headers).length === 0 ? {} : { headers }), ...response },
    file,
    size: bytes.length
  }))
}
