import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import type { TransitionContext } from "../../../world/model/TransitionContext.ts"
import { refusal } from "../../../world/Refusal.ts"
import type { Refusal } from "../../../world/Refusal.ts"

/** Refuses a body with fields beyond the known ones where the gap says so; else they are passed over. */
export const knownOnly = (
  { choose }: TransitionContext,
  body: unknown,
  known: Readonly<Record<string, unknown>>
): Result.Result<void, Refusal> => {
  if (choose("request.unknown-fields") === "ignored" || !Predicate.isObject(body)) return Result.void
  const unknown = Object.keys(body).filter((field) => !Object.hasOwn(known, field))
  return unknown.length === 0
    ? Result.void
    : Result.fail(
        refusal(
          "badInput",
          `The fields ${unknown.join(", ")} are not known. Send some of ${Object.keys(known).join(", ")}.`
        )
      )
}
