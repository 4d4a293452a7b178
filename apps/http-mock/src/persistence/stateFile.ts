import { explainFileError } from "@remote-assist/core/FileError"
import { explainJsonError } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { TenantName } from "../tenants/TenantName.ts"
import { formatSchemaError } from "../world/json.ts"
import { Ended, State, Version, version } from "./Codec.ts"
import type { StoredState } from "./Codec.ts"
import { UnusableState } from "./StateErrors.ts"

const Content = Schema.fromJsonString(
  Schema.Struct({
    version: Version,
    tenants: Schema.Record(TenantName, State),
    ended: Ended
  })
)

const decode = Schema.decodeUnknownResult(Content)

const encodeContent = Schema.encodeSync(Content)

/** Encodes a state file. */
export const encode = ({ ended, tenants }: StoredState): string =>
  `${encodeContent({ version, tenants: Object.fromEntries(tenants), ended: [...ended] })}\n`

const invalid = (text: string, error: Schema.SchemaError) => {
  const problem = formatSchemaError(error).replace(/\. Add it$/, "")
  return text.trim() === "" || problem.includes("JSON")
    ? explainJsonError(text, "Delete it, or use another file", "Correct it, or use another file")
    : `it is not a state of this emulator (${problem}). Use another file`
}

/** Reads a state file and its text, or returns `undefined` if there is no file. */
export const read = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const text = yield* files.readFileString(file).pipe(
    Effect.asSome,
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeedNone),
    Effect.mapError((error) => new UnusableState({ file, reason: `it cannot be read, as ${explainFileError(error)}` }))
  )
  if (Option.isNone(text)) return undefined
  const { ended, tenants } = yield* Effect.fromResult(
    Result.mapError(decode(text.value), (error) => new UnusableState({ file, reason: invalid(text.value, error) }))
  )
  const state: StoredState = { tenants: new Map(Object.entries(tenants)), ended: new Map(ended) }
  return { text: text.value, state }
})
