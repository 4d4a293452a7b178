import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Records from "effect/Record"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { otherThan } from "./choice.ts"
import { gaps } from "./Gaps.ts"
import type { Choices, Gap } from "./Gaps.ts"

const register = new Map<string, Gap>(Object.entries(gaps))

/** How a choice may be written on the command line, which knows what is allowed. */
const written = (choice: Schema.Json): ReadonlyArray<string> => [
  ...(typeof choice === "string" ? [choice] : []),
  ...(Array.isArray(choice) ? [choice.join(",")] : []),
  JSON.stringify(choice)
]

const accepted = (id: string, choice: Schema.Json): Option.Option<unknown> =>
  Array.findFirst(
    written(choice).flatMap((text) => Option.toArray(register.get(id)?.read(text) ?? Option.none())),
    (read) => Equal.equals(read, choice)
  )

const isJson = Schema.is(Schema.Json)

/** What to use in place of a choice at a gap; nothing where it can be chosen. */
export const instead = (id: string, choice: unknown): string | undefined => {
  const accepts = register.get(id)?.accepts
  if (accepts === undefined) return otherThan(id)
  return isJson(choice) && Option.isSome(accepted(id, choice)) ? undefined : accepts
}

const wrong = (id: string, choice: Schema.Json) =>
  new SchemaIssue.Pointer(
    [id],
    new SchemaIssue.InvalidValue({ message: `Expected ${instead(id, choice) ?? "a choice"}` }, choice)
  )

const isTaken = (value: unknown): value is Partial<Choices> => Predicate.isObject(value)

/** What was taken at the gaps, by the ids of the register. */
export const ChoicesTaken = Schema.Record(Schema.String, Schema.Json).pipe(
  Schema.decodeTo(
    Schema.declare(isTaken),
    SchemaTransformation.transformEffect({
      decode: (taken: Readonly<Record<string, Schema.Json>>) =>
        Effect.map(
          Effect.forEach(Records.toEntries(taken), ([id, choice]) =>
            Option.match(accepted(id, choice), {
              onNone: () => Effect.fail(wrong(id, choice)),
              onSome: (read) => Effect.succeed([id, read] as const)
            })
          ),
          (choices): Partial<Choices> => Object.fromEntries(choices)
        ),
      encode: (taken: Partial<Choices>) => Effect.succeed(taken)
    })
  )
)
