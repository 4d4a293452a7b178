import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Failure } from "../Problem.ts"
import type { Services } from "./Action.ts"
import type { Fillable, Filled, FormField } from "./Fillable.ts"
import type { Report } from "./Report.ts"

/** What a form holds, by the names of its fields. */
export type Held = Readonly<Record<string, unknown>>

interface Described<Row> extends Fillable {
  readonly effect: "reversible" | "mails"
  /** Name of the action that takes it back, to the row that it made or changed. */
  readonly inverse?: string
  /** What has become of it, behind its name: `is changed.` */
  readonly done: string
  /** What has become of it where that is something else, behind its name. */
  readonly said?: (held: Held, changed: Row) => string | undefined
  /** What e-mail is sent with what is held, in a sentence; of `mails` it is what it means, unless given. */
  readonly mails?: (held: Held) => string | undefined
  /** Whether it is asked about before it is done, where there is nothing to fill in. */
  readonly isAsked?: boolean
  /** What the e-mail means for whoever does it to their own account. */
  readonly toSelf?: string
}

/** Something that is done with what a form holds: on `none` it makes a row, on `one` it changes one. */
export interface FormAction<Row> extends Described<Row>, Filled<Row> {
  /** What takes a change of a row back: what the fields held before; nothing where that is not enough. */
  readonly before?: (form: Held, row: Row) => Held | undefined
  /** What is to be read of the row that it made, such as a token that is shown but once. */
  readonly report?: (row: Row) => Report
  /** Whether what it makes is in the list, which is read again then. */
  readonly isListed?: boolean
  /** Other resources that show or count what it makes or changes, by their names. */
  readonly shownIn?: ReadonlyArray<string>
  /** The form that comes next, by its name. */
  readonly next?: string
  /** Puts what the service knows in place of names that are held, such as tokens of contacts; nothing where there are none. */
  readonly lookUp?: (held: Held) => Effect.Effect<Held, Failure, Services> | undefined
  /** Makes the change with what the fields hold; the row as it is then. */
  readonly run: (
    held: Held,
    row: Row | undefined
  ) => Effect.Effect<Row | undefined, Failure | Schema.SchemaError, Services>
}

type Mailing = Pick<FormAction<never>, "consequence" | "effect" | "mails">

/** What it does besides answering, as far as who may do it goes. */
export const standing = ({ effect, mails }: Mailing): "reversible" | "mails" => (mails === undefined ? effect : "mails")

/** What one has to know before e-mail is sent, which is not taken back: a sentence; nothing where none is. */
export const warningOf = (
  { toSelf, ...action }: Mailing & Pick<FormAction<never>, "toSelf">,
  held: Held,
  isMe: boolean
): string | undefined => {
  const mails = action.mails ?? (() => (action.effect === "mails" ? action.consequence : undefined))
  const warning = mails(held)
  return warning !== undefined && isMe && toSelf !== undefined
    ? `This is your own account. ${warning} ${toSelf}`
    : warning
}

/** What has become of what was held, behind the name of what it was done to. */
export const doneOf = <Row>({ done, said }: Described<Row>, held: Held, changed: Row | undefined): string =>
  (changed === undefined ? undefined : said?.(held, changed)) ?? done

/** Makes an action of a form and what is done with it; what does not fit the form is not sent. */
export const make = <Row, Form, Name extends keyof Form & string = keyof Form & string>(
  form: Schema.Decoder<Form>,
  {
    lookUp = () => undefined,
    run,
    ...described
  }: Described<Row> &
    Pick<FormAction<Row>, "before" | "initial" | "isListed" | "lookUp" | "next" | "report" | "shownIn"> & {
      readonly fields: Readonly<Record<Name, FormField>>
      readonly run: (form: Form, row: Row | undefined) => Effect.Effect<Row | undefined, Failure, Services>
    }
): FormAction<Row> => {
  const decode = Schema.decodeUnknownEffect(form)
  return {
    ...described,
    lookUp,
    form,
    run: (held, row) =>
      Effect.flatMap(Effect.flatMap(lookUp(held) ?? Effect.succeed(held), decode), (form) => run(form, row))
  }
}
