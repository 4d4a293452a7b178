import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"

import { mistakeOf } from "../../actions/Fillable.ts"
import type { Filled, FormField } from "../../actions/Fillable.ts"
import { usage } from "./Stopped.ts"

type Values = Readonly<Record<string, unknown>>

const flagOf = ({
  flag,
  help,
  isRequired = false,
  isSecret = false,
  takes
}: FormField): Flag.Flag<Option.Option<unknown>> => {
  if (isSecret)
    return Flag.Boolean(`${flag}-stdin`).pipe(
      Flag.withDescription(
        `${help}: from the standard input${isRequired ? "; so it is unless told" : ""}; on a terminal it is asked for`
      ),
      Flag.optional
    )
  switch (takes) {
    case "text":
      return Flag.String(flag).pipe(Flag.withDescription(help), Flag.optional)
    case "yes or no":
      return Flag.Boolean(flag).pipe(Flag.withDescription(help), Flag.optional)
    case "texts":
      return Flag.String(flag).pipe(Flag.withDescription(help), Flag.atLeast(0), Flag.map(unlessEmpty))
    case "numbers":
      return Flag.Int(flag).pipe(Flag.withDescription(help), Flag.atLeast(0), Flag.map(unlessEmpty))
  }
}

const unlessEmpty = <A>(values: ReadonlyArray<A>) => (values.length === 0 ? Option.none() : Option.some(values))

/** The flags of a form, by the names of its fields. */
export const formFlags = <Row>({ fields }: Filled<Row>) => Record.map(fields, flagOf)

/** What a form holds: the fields that were given, of which secrets are still to be taken. */
export const held = (given: Readonly<Record<string, Option.Option<unknown>>>): Values => Record.getSomes(given)

const wrong = (field: FormField, value: unknown): string | undefined => {
  if (field.isRequired === true && field.isSecret !== true) {
    if (value === undefined) return "is missing"
    if (typeof value === "string" && value.trim() === "") return "is empty"
  }
  return mistakeOf(field, value)
}

/** Fails where something is missing, or has a form that nobody would take, such as an e-mail address without an @. */
export const checked = <Row>({ fields }: Filled<Row>, values: Values) =>
  Effect.forEach(
    Object.entries(fields),
    ([name, field]) => {
      const what = wrong(field, values[name])
      return what === undefined ? Effect.void : Effect.fail(usage(`--${field.flag} ${what}.`))
    },
    { discard: true }
  )

const isTaken = ([name, { isRequired, isSecret }]: readonly [string, FormField], values: Values) =>
  isSecret === true && (isRequired === true || values[name] === true)

/** The same with its secrets, which are asked for or read a line each; where nothing is sent, placeholders stand for them. */
export const withSecrets = Effect.fnUntraced(function* <Row>({ fields }: Filled<Row>, values: Values, isDry: boolean) {
  const secrets = Object.entries(fields).filter((field) => isTaken(field, values))
  const open = Record.filter(values, (_, name) => fields[name]?.isSecret !== true)
  if (secrets.length === 0) return open
  const flags = secrets.map(([, { flag }]) => flag.replaceAll("-", " "))
  const read = isDry
    ? flags.map((flag) => `<${flag}>`)
    : yield* Effect.flatMap(
        Effect.promise(() => import("./Prompt.ts")),
        ({ requireSecrets }) => requireSecrets(flags)
      )
  return { ...open, ...Object.fromEntries(secrets.map(([name], at) => [name, read[at]])) }
})
