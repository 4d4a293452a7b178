import * as Result from "effect/Result"

import { isUtf8 } from "../../wire/content.ts"
import { refusal } from "../../world/Refusal.ts"
import type { Refusal } from "../../world/Refusal.ts"

type Checked<A> = Result.Result<A, Refusal>

const badInput = (message: string) => Result.fail(refusal("badInput", message))

const accepted = "Send JSON in UTF-8 with the header content-type: application/json."

const charsetOf = (parameters: ReadonlyArray<string>) =>
  parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/i.exec(parameter)?.[1])
    .find((charset) => charset !== undefined)

const isUtf8Name = (charset: string) => /^utf-?8$/i.test(charset)

/** Refuses a body of another type than JSON, or of other letters than those of JSON (RFC 8259). */
export const checkType = (contentType = "application/json"): Checked<void> => {
  const [type = "", ...parameters] = contentType.split(";")
  if (type.trim().toLowerCase() !== "application/json")
    return badInput(
      `The header content-type is ${contentType.trim() === "" ? "empty" : contentType.slice(0, 100)}. ${accepted}`
    )
  const charset = charsetOf(parameters)
  return charset === undefined || isUtf8Name(charset)
    ? Result.void
    : badInput(`The header content-type has the charset ${charset.slice(0, 100)}, which JSON is not in. ${accepted}`)
}

const text = new TextDecoder()

// a backslash for itself, and a character beyond the first 65,536 in its two halves
const whole = /\\(?:\\|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})/g

const half = /\\u[dD][89a-fA-F]/

// no half is found in most texts, which are not copied then
const hasHalf = (json: string) => half.test(json) && half.test(json.replaceAll(whole, " "))

/** What the bytes of a body say; nothing where there are none. */
export const parse = (body: Uint8Array | undefined): Checked<unknown> => {
  if (body !== undefined && !isUtf8(body)) return badInput("The body is not UTF-8. Send JSON in UTF-8.")
  const json = body === undefined ? "" : text.decode(body)
  if (json === "") return Result.succeed(undefined)
  return Result.flatMap(
    Result.mapError(
      Result.try((): unknown => JSON.parse(json)),
      () => refusal("badInput", "The body does not fit: Expected a valid JSON body.")
    ),
    (value) =>
      hasHalf(json)
        ? badInput("The body has half a character: a \\ud8.. to \\udf.. without its other half. Send whole characters.")
        : Result.succeed(value)
  )
}
