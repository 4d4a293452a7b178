import * as Record from "effect/Record"
import * as Result from "effect/Result"

import type { Credentials, LoginMethodName, SessionOwner } from "../session/Credentials.ts"
import { loginMethods, toCredentials } from "../session/loginMethods.ts"
import * as Form from "./Form.ts"
import * as TextField from "./TextField.ts"

/** The log-in form: the current method, and the form of each. */
export interface LogInForm {
  readonly way: LoginMethodName
  readonly forms: Readonly<Record<LoginMethodName, Form.Form>>
}

export const empty: LogInForm = { way: "password", forms: Record.map(loginMethods, ({ fields }) => Form.make(fields)) }

export const currentForm = ({ forms, way }: LogInForm): Form.Form => forms[way]

export const update = (logIn: LogInForm, change: (form: Form.Form) => Form.Form): LogInForm => ({
  ...logIn,
  forms: { ...logIn.forms, [logIn.way]: change(currentForm(logIn)) }
})

/** Switches to another method, and copies the texts of fields that both have, such as the e-mail. */
export const withMethod = (logIn: LogInForm, way: LoginMethodName): LogInForm => {
  const target = { ...logIn, way }
  const typed = new Map(currentForm(logIn).inputs.map((input) => [input.name, input] as const))
  return currentForm(target).inputs.reduce((to, { field, isSecret, name }) => {
    const text = TextField.text(typed.get(name)?.field ?? TextField.empty)
    const isTaken = !isSecret && text !== "" && TextField.text(field) === ""
    return isTaken ? update(to, (form) => Form.filled(form, name, text)) : to
  }, target)
}

/** Returns the form for the owner of a session, with the same method. */
export const fromAccount = ({ given, way = "password", who }: SessionOwner): LogInForm =>
  update({ ...empty, way }, (form) =>
    Object.entries(given ?? (way === "password" ? { email: who } : {})).reduce(
      (form, [name, text]) => Form.filled(form, name, text),
      form
    )
  )

export const withoutSecrets = (logIn: LogInForm): LogInForm => ({
  ...logIn,
  forms: Record.map(logIn.forms, (form) =>
    form.inputs.filter(({ isSecret }) => isSecret).reduce((form, { name }) => Form.filled(form, name, ""), form)
  )
})

/** Returns the credentials of the form, or its mistake. */
export const credentialsIn = (logIn: LogInForm): Result.Result<Credentials, Form.Mistake> =>
  Result.map(Form.values(currentForm(logIn)), (values) => toCredentials(logIn.way, values))
