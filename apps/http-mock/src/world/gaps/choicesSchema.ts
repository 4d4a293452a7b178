import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { otherThan } from "./choice.ts"
import { gaps } from "./Gaps.ts"
import type { Choices, Gap } from "./Gaps.ts"

const register = new Map<string, Gap>(Object.entries(gaps))

/** The choices to use in place of an invalid one, or `undefined` if it is valid. */
export const instead = (id: string, choice: unknown): string | undefined => {
  const gap = register.get(id)
  if (gap === undefined) return otherThan(id)
  return gap.is(choice) ? undefined : gap.accepts
}

const none: Partial<Choices> = {}

const isTaken = (value: unknown): value is Partial<Choices> => Predicate.isObject(value)

const invalid = (id: string, choice: Schema.Json, accepts: string) =>
  new SchemaIssue.Pointer([id], new SchemaIssue.InvalidValue({ message: `Expected ${accepts}` }, choice))

/** The choices at gaps, by the ids of the register. */
export const ChoicesTaken = Schema.Record(Schema.String, Schema.Json).pipe(
  Schema.decodeTo(
    Schema.declare(isTaken),
    SchemaTransformation.transformEffect({
      decode: (taken: Readonly<Record<string, Schema.Json>>) => {
        for (const [id, choice] of Object.entries(taken)) {
          const accepts = instead(id, choice)
          if (accepts !== undefined) return Effect.fail(invalid(id, choice, accepts))
        }
        return Effect.succeed<Partial<Choices>>(Object.assign({ ...none }, taken))
      },
      encode: (taken: Partial<Choices>) => Effect.succeed(taken)
    })
  )
)
