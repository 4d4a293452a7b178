import { findControl } from "@remote-assist/cli/Terminal"
import { Errors } from "@remote-assist/core"
import type { Client, Region } from "@remote-assist/core"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import type { Control } from "../Control.ts"
import type { Failure } from "../Problem.ts"
import type { Report } from "./Report.ts"

/** The services that actions and lists need: those of core, and the control plane of an emulator. */
export type Services = Client.Client | Control | Region.Region

/** A command of a resource, and its keys. */
export interface Command {
  /** Resource and verb, such as `users.deactivate`. */
  readonly name: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  /** The verb: `deactivate`. */
  readonly label: string
  /** The hint for its key, if the verb is ambiguous. */
  readonly hint?: string
  /** The label while it runs (default: `deactivating`, from the verb). */
  readonly pending?: string
}

/** Returns the label of a command while it runs. */
export const runningLabel = ({ label, pending }: Pick<Command, "label" | "pending">): string => {
  const [verb = ""] = label.split(" ")
  return pending ?? `${verb.endsWith("e") ? verb.slice(0, -1) : verb.replace(/(?<=[eu])t$/, "tt")}ing`
}

/** What actions and forms that change something have in common. */
interface Change<Row> {
  /** The name of the action that undoes it. */
  readonly inverse?: string
  /** Whether a second run changes more, such as a clock that moves on. */
  readonly isCumulative?: boolean
  /** Names of other resources that show or count the changed row: their lists become stale. */
  readonly shownIn?: ReadonlyArray<string>
  /** The success message without the name of the row: `is active again.` */
  readonly done: string
  /** Returns a success message that depends on the changed row and the values of a form, or `undefined` for `done`. */
  readonly describeDone?: (changed: Row, values: FormValues) => string | undefined
}

/** An action on a row. Its key, hint, help line, question, notice and undo are derived from it. */
export interface Action<Row> extends Command, Change<Row> {
  /** A `final` action cannot be undone; the user confirms it by typing the name of the row. */
  readonly effect: "reversible" | "final"
  /** The consequence for your own account. If set, every change of it is confirmed. */
  readonly toSelf?: string
  /** Returns why there is nothing to do, such as `is inactive already`. */
  readonly needless?: (row: Row) => string | undefined
  /** The consequence of a final action, in sentences. */
  readonly consequence?: string
  /** Returns the changed row, or `undefined` if it is deleted. */
  readonly run: (row: Row) => Effect.Effect<Row | undefined, Failure, Services>
}

/** Returns the warning to show before an action runs, or `undefined` if it needs none. */
export const actionWarning = <Row>(
  { consequence = "", effect, toSelf }: Action<Row>,
  isMe: boolean
): string | undefined => {
  const mine = isMe && toSelf !== undefined ? [`This is your own account. ${toSelf}`] : []
  const final = effect === "final" ? ["This cannot be undone.", ...mine, consequence] : mine
  return final.filter((sentence) => sentence !== "").join(" ") || undefined
}

/** Copies something of a row to the clipboard that has to be requested first. */
export interface CopyAction<Row> extends Command {
  /** What is copied, as the subject of a sentence: `The link`. */
  readonly what: string
  /** Returns the text, or `undefined` if the row has none. */
  readonly text: (row: Row) => Effect.Effect<string | undefined, Failure, Services>
}

/** Opens an address of a row in the browser. The address may grant access, so no output shows it. */
export interface OpenAction<Row> extends Command {
  /** Returns the current address, or a sentence that says why there is none. */
  readonly find: (row: Row) => Effect.Effect<Result.Result<Redacted.Redacted, string>, Failure, Services>
}

/** A value that a field accepts. */
export interface FieldChoice {
  /** As the user types it. */
  readonly value: string
  readonly label: string
  readonly detail: string
}

export interface FormField {
  /** Its flag on the command line, such as `send-email`. */
  readonly flag: string
  readonly takes: "text" | "texts" | "yes or no" | "numbers"
  readonly help: string
  /** Its label on the screen (default: the flag in words). */
  readonly label?: string
  readonly isRequired?: boolean
  /** Never printed; read from the terminal or the standard input only. */
  readonly isSecret?: boolean
  readonly limit?: number
  /** The default of its flag. */
  readonly setting?: Config.Config<Option.Option<string>>
  /** Values to choose from instead of typing. */
  readonly choices?: Effect.Effect<ReadonlyArray<FieldChoice>, Failure, Services>
  /** Whether an empty field removes the stored value. */
  readonly mayBeEmptied?: boolean
  /** Whether the text may have several lines; the screen shows a symbol for each line break. */
  readonly hasLines?: boolean
  /** Returns why a text is invalid, without the label of the field: `has no @`. */
  readonly check?: (text: string) => string | undefined
}

/** What a form action and a query have in common. */
interface FormDescription extends Command {
  /** Object noun for titles and help, such as `a user` (default: the name of the row). */
  readonly object?: string
  /** The word for the command line of the screen. Without a row it works on any screen. */
  readonly word?: string
  /** Whether it needs a row. */
  readonly on: "none" | "one"
  /** The consequence, in sentences. */
  readonly consequence: string
  /** Flags for the example in the help. */
  readonly example?: string
}

/** A form and its initial values. */
export interface FormDefinition<Row> extends FormDescription {
  readonly form: Schema.Constraint
  /** The fields by their wire names. Without fields it runs at once. */
  readonly fields: Readonly<Record<string, FormField>>
  /** Returns the initial values from the selected row. A form that changes this row does not send unchanged values. */
  readonly initial?: (row: Row) => Readonly<Record<string, string | undefined>>
}

/** Which values the fields of a kind take. */
const kinds = {
  text: [Predicate.isString, "a text"],
  texts: [Schema.is(Schema.Array(Schema.String)), "a list of texts"],
  "yes or no": [Predicate.isBoolean, "true or false"],
  numbers: [Schema.is(Schema.Array(Schema.Int)), "a list of whole numbers"]
} as const

/** Returns the length of a text in code points, as the service counts it. */
export const textLength = (text: string): number => Array.from(text).length

const textError = ({ check, hasLines, limit = Infinity }: FormField, text: string): string | undefined => {
  const length = textLength(text)
  return length > limit
    ? `has ${length} of at most ${limit} characters`
    : (findControl(text, hasLines) ?? check?.(text))
}

/** Returns why a value of a field is invalid, without the label of the field. Secrets are not checked. */
export const fieldError = (field: FormField, value: unknown): string | undefined => {
  if (field.isSecret === true || value === undefined) return undefined
  const [isValid, kind] = kinds[field.takes]
  if (!isValid(value)) return `takes ${kind}`
  const values: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  return values
    .map((text) => (Predicate.isString(text) ? textError(field, text) : undefined))
    .find((error) => error !== undefined)
}

/** The values of a form by field. */
export type FormValues = Readonly<Record<string, unknown>>

interface FormEffect<Row> extends FormDescription, Change<Row> {
  readonly effect: "reversible" | "mails" | "final"
  /** Returns which e-mail the values send, in a sentence. */
  readonly mails?: (values: FormValues) => string | undefined
  /** Returns the consequence for your own account. If set, every change of it is confirmed. */
  readonly toSelf?: (values: FormValues) => string
  /** What to do if the service rejects the values. */
  readonly refused?: string
  /** Whether a form without fields asks before it runs. */
  readonly isAsked?: boolean
  /** The field whose value a person types to confirm what a model asks for, because it cannot be undone. */
  readonly confirmedBy?: string
}

/** An action that takes the values of a form: on `none` it creates a row, on `one` it changes one. */
export interface FormAction<Row> extends FormEffect<Row>, FormDefinition<Row> {
  /** Returns values that undo the change, or `undefined` if it cannot be undone this way. */
  readonly before?: (values: FormValues, row: Row) => FormValues | undefined
  /** Returns what to show of the created row, such as a token that is shown only once. */
  readonly report?: (row: Row) => Report
  /** Whether the list has the created row, so that it is read again. */
  readonly isListed?: boolean
  /** The name of the form that comes next. */
  readonly next?: string
  /** Replaces values by what the service knows, such as tokens of contacts; `undefined` if there are none. */
  readonly lookUp?: (values: FormValues) => Effect.Effect<FormValues, Failure, Services> | undefined
  /** Returns the created or changed row. */
  readonly run: (values: FormValues, row: Row | undefined) => Effect.Effect<Row | undefined, Failure, Services>
}

type Mailing = Pick<FormAction<never>, "consequence" | "effect" | "mails" | "toSelf">

/** Returns the warning before an e-mail, a final change or a change of your own account, otherwise `undefined`. */
export const formWarning = (action: Mailing, values: FormValues, isMe: boolean): string | undefined => {
  const { consequence, effect, mails, toSelf } = action
  const own = isMe ? toSelf?.(values) : undefined
  const all = [own && "This is your own account.", effect === "final" && consequence, mails?.(values), own]
  return all.filter(Boolean).join(" ") || undefined
}

/** Formats the success message of an action or a form, without the name of the row. */
export const formatDone = <Row>(
  { describeDone, done }: Pick<Change<Row>, "describeDone" | "done">,
  changed: Row | undefined,
  values: FormValues = {}
): string => (changed === undefined ? undefined : describeDone?.(changed, values)) ?? done

/** Creates a form action; values that do not match the schema are not sent. */
export const makeForm = <Row, Form, Name extends keyof Form & string = keyof Form & string>(
  form: Schema.Decoder<Form>,
  {
    lookUp = () => undefined,
    run,
    ...described
  }: Omit<FormAction<Row>, "fields" | "form" | "run"> & {
    readonly fields: Readonly<Record<Name, FormField>>
    readonly run: (form: Form, row: Row | undefined) => Effect.Effect<Row | undefined, Failure, Services>
  }
): FormAction<Row> => ({
  ...described,
  lookUp,
  form,
  run: (values, row) =>
    (lookUp(values) ?? Effect.succeed(values)).pipe(
      Effect.flatMap(decodeForm(form, described)),
      Effect.flatMap((form) => run(form, row))
    )
})

/** A read-only action, on a row or with the values of a form. */
export interface Query<Row> extends FormDefinition<Row> {
  readonly effect: "read"
  /** Whether it needs no session with these values. */
  readonly isPublic?: (values: FormValues) => boolean
  readonly run: (values: unknown, row: Row | undefined) => Effect.Effect<Report, Failure, Services>
}

/** Creates a query with a form; values that do not match the schema are not sent. */
export const makeQuery = <Row, Form, Name extends keyof Form & string = keyof Form & string>(
  form: Schema.Decoder<Form>,
  {
    run,
    ...described
  }: Omit<Query<Row>, "effect" | "fields" | "form" | "run"> & {
    readonly fields: Readonly<Record<Name, FormField>>
    readonly run: (form: Form, row: Row | undefined) => Effect.Effect<Report, Failure, Services>
  }
): Query<Row> => ({
  ...described,
  effect: "read",
  form,
  run: (values, row) => Effect.flatMap(decodeForm(form, described)(values), (form) => run(form, row))
})

/** Creates a query on a row, without a form. */
export const makeRowQuery = <Row>({
  run,
  ...described
}: Omit<FormDescription, "on"> & {
  readonly run: (row: Row) => Effect.Effect<Report, Failure, Services>
}): Query<Row> =>
  makeQuery(Schema.Struct({}), {
    ...described,
    on: "one",
    fields: {},
    run: (_, row) => (row === undefined ? Effect.die("a query on a row needs one") : run(row))
  })

const toIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** Returns a decoder of form values. Fields are named by their flags in words: `speed must be a finite number`. */
const decodeForm =
  <Form>(form: Schema.Decoder<Form>, { fields, name }: Pick<FormDefinition<never>, "fields" | "name">) =>
  (values: unknown) =>
    Effect.mapError(Schema.decodeUnknownEffect(form)(values), ({ issue }) => {
      const reasons = toIssues(issue).issues.map(({ message, path: [segment] = [] }) => {
        const field = String(typeof segment === "object" ? segment.key : segment)
        const problem = message === "Missing key" ? "is missing" : message.replace(/^Expected/, "must be")
        return `${(fields[field]?.flag ?? field).replaceAll("-", " ")} ${problem}`
      })
      return new Errors.InvalidRequest({ operation: name, reason: reasons.join("; ") })
    })
