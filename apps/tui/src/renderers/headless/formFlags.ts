import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import * as Record from "effect/Record"

import type { FormAction, FormField } from "../../actions/FormAction.ts"

const flagOf = ({ flag, help, takes }: FormField): Flag.Flag<Option.Option<unknown>> => {
  switch (takes) {
    case "text":
      return Flag.String(flag).pipe(Flag.withDescription(help), Flag.optional)
    case "yes or no":
      return Flag.Boolean(flag).pipe(Flag.withDescription(help), Flag.optional)
    case "numbers":
      return Flag.Int(flag).pipe(
        Flag.withDescription(help),
        Flag.atLeast(0),
        Flag.map((numbers) => (numbers.length === 0 ? Option.none() : Option.some(numbers)))
      )
  }
}

/** The flags of a form, by the names of its fields. */
export const formFlags = <Row>({ fields }: FormAction<Row>) => Record.map(fields, flagOf)

/** What a form holds: the fields that were given. */
export const held = (given: Readonly<Record<string, Option.Option<unknown>>>): Readonly<Record<string, unknown>> =>
  Record.getSomes(given)
