import * as Result from "effect/Result"

import { answerBytes } from "../../wire/content.ts"
import { injectedError } from "../../wire/errorResponse.ts"
import { answerOf, untouched } from "./Bend.ts"
import type { Bend } from "./Bend.ts"
import type { Override } from "./Bending.ts"
import * as Edits from "./edits.ts"

const isMeant = ({ of = "successes" }: Override, status: number) =>
  of === "all" || (status < 400 ? of === "successes" : of === "errors")

/** The value of a body; nothing where it is no JSON. */
const parsed = (bytes: Uint8Array): unknown =>
  Result.getOrUndefined(Result.try((): unknown => JSON.parse(Buffer.from(bytes).toString("utf8"))))

/** Makes what edits an operation's own answer; or says what of the override cannot be used. */
export const compile = (override: Override): Result.Result<Bend, string> => {
  const edits = override.set ?? override.retype ?? override.unknown ?? override.remove
  return Result.map(Edits.compile(override), (edit): Bend => (own, { choose, message, operation }) => {
    if (!isMeant(override, own.status)) return untouched(own)
    const bytes = answerBytes(own)
    const value = edits === undefined ? undefined : parsed(bytes)
    const edited = edit(value)
    if (Result.isFailure(edited))
      return {
        ...untouched(injectedError(operation, { status: 500, message: `${message} ${edited.failure}` }, choose)),
        isTaken: true
      }
    const { added, missed, value: after } = edited.success
    const isEdited = edits !== undefined && missed.length < editCount(override)
    const isTaken = isEdited || override.headers !== undefined || override.status !== undefined
    if (!isTaken) return { response: own, isTaken, missed, added }
    const text = isEdited ? JSON.stringify(after) : undefined
    const response = answerOf(own, {
      status: override.status ?? own.status,
      bytes: isEdited
        ? text === undefined
          ? undefined
          : Buffer.from(text)
        : own.body._tag === "Empty"
          ? undefined
          : bytes,
      contentType: own.headers["content-type"] ?? (text === undefined ? undefined : "application/json"),
      headers: override.headers
    })
    return { response, isTaken, missed, added }
  })
}

const editCount = ({ remove = [], retype = {}, set = {}, unknown = [] }: Override) =>
  Object.keys(set).length + Object.keys(retype).length + unknown.length + remove.length
