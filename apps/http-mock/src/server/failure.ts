import * as Cause from "effect/Cause"
import * as Option from "effect/Option"

import { UnsavedChange } from "../persistence/StateErrors.ts"
import type { Choose } from "../world/gaps/Gaps.ts"
import { refusal } from "../world/Refusal.ts"
import type { Refusal } from "../world/Refusal.ts"

/** The most bytes that a body may have. */
export const maximumBody = (choose: Choose): number => choose("request.maximum-body")

export const bodyTooLarge = (choose: Choose): Refusal =>
  refusal("badInput", `The body is larger than ${maximumBody(choose)} bytes. Send less.`)

const explain = (error: unknown): Refusal | undefined =>
  error instanceof UnsavedChange ? refusal("internal", error.message) : undefined

/** What a failed request is refused with; nothing when the emulator itself failed. */
export const refusalOf = (cause: Cause.Cause<unknown>): Option.Option<Refusal> =>
  Option.fromUndefinedOr(explain(Cause.squash(cause)))

export const internal = refusal("internal", "The emulator failed to answer; its log says why. This is a defect of it.")
