import type { FormAction, FormField } from "../../src/actions/FormAction.ts"
import type { AnyResource } from "../../src/resources/registry.ts"
import { resources } from "../../src/resources/registry.ts"
import { given } from "./given.ts"
import type { Given } from "./given.ts"

/** An action of a resource, with or without a form, and what it is done with here. */
export interface Registered extends Given {
  readonly name: string
  readonly resource: AnyResource
  readonly keys: ReadonlyArray<string>
  readonly label: string
  /** The verb as one types it. */
  readonly verb: string
  readonly isFinal: boolean
  /** Whether it is asked for before it is done to one's own account. */
  readonly isGuarded: boolean
  /** Whether it can be taken back. */
  readonly isUndone: boolean
  /** By the names that the service gives them. */
  readonly fields: Readonly<Record<string, FormField>>
}

const verb = (name: string) => name.split(".").at(-1) ?? name

const common = (resource: AnyResource, { keys, label, name }: Pick<Registered, "keys" | "label" | "name">) => ({
  resource,
  name,
  keys,
  label,
  verb: verb(name),
  ...given[name]
})

const ofForm = (resource: AnyResource, form: FormAction<unknown>): Registered => ({
  ...common(resource, form),
  isFinal: false,
  isGuarded: false,
  isUndone: form.before !== undefined,
  fields: form.fields
})

/** Every action there is. */
export const registered: ReadonlyArray<Registered> = resources.flatMap((resource) => [
  ...resource.actions.map((action): Registered => ({
    ...common(resource, action),
    isFinal: action.effect === "final",
    isGuarded: action.effect === "final" || action.toSelf !== undefined,
    isUndone: action.inverse !== undefined,
    fields: {}
  })),
  ...(resource.forms ?? []).map((form) => ofForm(resource, form))
])

/** What one types to have a command do it: the words behind the name of the program. */
export const wordsOf = ({ fields, form = {}, isFinal, resource, row, verb }: Registered): ReadonlyArray<string> => [
  resource.name,
  verb,
  ...(row === undefined ? [] : [row.id]),
  ...Object.entries(form).flatMap(([name, text]) => flagsOf(fields[name], text)),
  ...(isFinal ? ["--yes"] : [])
]

const flagsOf = (field: FormField | undefined, text: string): ReadonlyArray<string> => {
  if (field === undefined) throw new Error("given.ts fills in a field that the form does not have")
  const { flag, takes } = field
  if (takes === "yes or no") return [text === "no" ? `--no-${flag}` : `--${flag}`]
  return takes === "numbers" ? text.split(", ").flatMap((number) => [`--${flag}`, number]) : [`--${flag}`, text]
}
