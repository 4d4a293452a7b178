import type { FormField, FormAction, Query } from "../../src/actions/Action.ts"
import { formWarning } from "../../src/actions/Action.ts"
import type { AnyResource } from "../../src/resources/Resource.ts"
import { resources } from "../../src/resources/resources.ts"
import { formValues } from "./values.ts"
import type { FormValues } from "./values.ts"

/** An action of a resource, with or without a form, and what it is done with here. */
export interface Registered extends FormValues {
  readonly name: string
  readonly resource: AnyResource
  readonly keys: ReadonlyArray<string>
  readonly label: string
  /** The verb as one types it behind the program, and what one types behind `:`. */
  readonly verb: string
  readonly word: string
  readonly isFinal: boolean
  /** Whether it is asked for before it is done to one's own account. */
  readonly isGuarded: boolean
  /** Whether what it is done with here has e-mail sent. */
  readonly mails: boolean
  /** Whether it can be undone. */
  readonly isUndone: boolean
  /** Whether it is a tool: it takes and creates no secret. */
  readonly isTool: boolean
  /** By the names that the service gives them. */
  readonly fields: Readonly<Record<string, FormField>>
}

const verb = (name: string) => name.split(".").at(-1) ?? name

type Described = Pick<Registered, "keys" | "label" | "name"> & { readonly word?: string }

const common = (resource: AnyResource, { keys, label, name, word = verb(name) }: Described) => ({
  resource,
  name,
  keys,
  label,
  verb: verb(name),
  word,
  ...formValues[name]
})

const valueOf = (field: FormField | undefined, text: string): unknown => {
  switch (field?.takes) {
    case "yes or no":
      return text !== "no"
    case "numbers":
      return text.split(", ").map(Number)
    case "texts":
      return text.split(", ")
    default:
      return text
  }
}

const valuesOf = (fields: Registered["fields"], form: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(form).map(([name, text]) => [name, valueOf(fields[name], text)]))

const ofForm = (resource: AnyResource, form: FormAction<unknown>): Registered => ({
  ...common(resource, form),
  isFinal: false,
  isGuarded: false,
  mails: formWarning(form, valuesOf(form.fields, formValues[form.name]?.form ?? {}), false) !== undefined,
  isUndone: form.before !== undefined || form.inverse !== undefined,
  isTool:
    form.report === undefined &&
    Object.values(form.fields).every(({ isRequired, isSecret }) => isRequired !== true || isSecret !== true),
  fields: form.fields
})

/** Every action there is. */
export const registered: ReadonlyArray<Registered> = resources.flatMap((resource) => [
  ...resource.actions.map((action): Registered => ({
    ...common(resource, action),
    isFinal: action.effect === "final",
    isGuarded: action.effect === "final" || action.toSelf !== undefined,
    mails: false,
    isUndone: action.inverse !== undefined,
    isTool: true,
    fields: {}
  })),
  ...(resource.forms ?? []).map((form) => ofForm(resource, form))
])

/** Everything that is found out of the service; what an emulator is asked has tests of its own. */
export const queries: ReadonlyArray<Registered> = resources
  .filter(({ group }) => group === undefined)
  .flatMap((resource) =>
    (resource.queries ?? []).map((query: Query<unknown>): Registered => ({
      ...common(resource, query),
      isFinal: false,
      isGuarded: false,
      mails: false,
      isUndone: false,
      isTool: false,
      fields: query.fields
    }))
  )

/** The lines of the standard input that its secrets are read from. */
export const inputOf = ({ fields, form = {} }: Registered): string =>
  Object.entries(fields)
    .flatMap(([name, { isSecret }]) => (isSecret === true && form[name] !== undefined ? [`${form[name]}\n`] : []))
    .join("")

/** The arguments of the command. */
export const wordsOf = ({
  fields,
  form = {},
  isFinal,
  mails,
  name,
  resource,
  row,
  verb
}: Registered): ReadonlyArray<string> => [
  ...(resource.group === undefined ? [] : [resource.group.name]),
  name.split(".")[0] ?? name,
  verb,
  ...(row === undefined ? [] : [row.id]),
  ...Object.entries(form).flatMap(([name, text]) => flagsOf(fields[name], text)),
  ...(isFinal || mails ? ["--yes"] : [])
]

const flagsOf = (field: FormField | undefined, text: string): ReadonlyArray<string> => {
  if (field === undefined) throw new Error("values.ts fills in a field that the form does not have")
  const { flag, isRequired = false, isSecret = false, takes } = field
  if (isSecret) return isRequired ? [] : [`--${flag}-stdin`]
  if (takes === "yes or no") return [text === "no" ? `--no-${flag}` : `--${flag}`]
  return takes === "numbers" || takes === "texts"
    ? text.split(", ").flatMap((number) => [`--${flag}`, number])
    : [`--${flag}`, text]
}

/** What an agent gives a tool to have it do it. */
export const argumentsOf = ({ fields, form = {}, resource, row }: Registered): Readonly<Record<string, unknown>> => ({
  ...(row === undefined ? {} : { [resource.one.replaceAll(/\W/g, "_")]: row.id }),
  ...valuesOf(fields, form)
})
