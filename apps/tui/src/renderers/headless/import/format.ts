import { sanitize } from "@remote-assist/cli/Terminal"

import { isNoteworthy } from "../../../import/told.ts"
import type { Told } from "../../../import/told.ts"
import * as Json from "../json.ts"

/** A row as JSON of one line. */
export const json = ({ user_id, why, ...told }: Told): string =>
  `${Json.write({ ...told, user_id: user_id ?? null, why: why ?? null })}\n`

/** A row in words; nothing of one that went as it should. */
export const line = (told: Told): string => {
  const { email, line, name, state, why } = told
  return !isNoteworthy(told)
    ? ""
    : `${sanitize(`line ${String(line).padEnd(6)} ${state.padEnd(9)} ${email || name || "(no e-mail)"}  ${why ?? ""}`).trimEnd()}\n`
}
