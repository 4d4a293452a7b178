import { CallId, Calls } from "@remote-assist/core/Calls"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { gone } from "./Kind.ts"
import type { Find } from "./Kind.ts"

const fields = ["alt1_id", "alt2_id", "alt3_id", "extra_info"] as const

const callIdOf = Schema.decodeUnknownOption(CallId)
const notesOf = Schema.decodeUnknownOption(
  Schema.Struct({
    alt1_id: Schema.String,
    alt2_id: Schema.String,
    alt3_id: Schema.String,
    extra_info: Schema.String
  })
)

/** A call whose notes the run changed for a while. */
export const annotatedCall: Find<Calls> = ({ details, id }) =>
  Effect.gen(function* () {
    const [session, notes] = [callIdOf(id), notesOf(details)]
    if (Option.isNone(session) || Option.isNone(notes))
      return { _tag: "Unclear", reason: "the ledger does not say how its notes were" }
    const calls = yield* Calls
    const call = yield* calls.read(session.value)
    return fields.every((field) => (call[field] ?? "") === notes.value[field])
      ? gone
      : { _tag: "There", remove: calls.annotate(session.value, notes.value) }
  })
