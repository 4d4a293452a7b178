import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { FormField } from "../actions/Action.ts"
import type { Credentials, LoginMethodName, SessionOwner } from "../session/Credentials.ts"
import * as Form from "./Form.ts"
import * as TextField from "./TextField.ts"

/** The log-in form: the current method, and the form of each. */
export interface LogInForm {
  readonly way: LoginMethodName
  readonly forms: Readonly<Record<LoginMethodName, Form.Form>>
}

const text = (label: string, help = "", isRequired = true): FormField => ({
  flag: label,
  label,
  takes: "text",
  help,
  isRequired
})

const secret = (label: string): FormField => ({ ...text(label), isSecret: true })

const email = text("E-mail or user name")
const password = secret("Password")

const fields: Readonly<Record<LoginMethodName, Readonly<Record<string, FormField>>>> = {
  password: { email, password },
  "password-v1r1": { email, password },
  pat: { token: secret("Personal access token") },
  url: { url: secret("Invite URL") },
  anonymous: { name: text("Name", "How others see you (optional)", false) },
  alias: { refresh: secret("Refresh token") },
  enterprise: { email, password },
  "partner-key": {
    file: text("Key file", "Path of the private key in PEM form, which you alone can read"),
    siteId: text("Site", "Its number"),
    issuer: text("Issuer"),
    audience: text("Audience")
  }
}

export const empty: LogInForm = { way: "password", forms: Record.map(fields, (fields) => Form.make(fields)) }

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

const credentialsOf = (way: LoginMethodName, values: Readonly<Record<string, unknown>>): Credentials => {
  const text = (name: string) => {
    const value = values[name]
    return Predicate.isString(value) ? value : ""
  }
  // a pasted token may have spaces around it; a password may contain them
  const hidden = (name: string) => Redacted.make(name === "password" ? text(name) : text(name).trim())
  switch (way) {
    case "password":
      return { _tag: "Password", email: text("email"), password: hidden("password") }
    case "password-v1r1":
      return { _tag: "Password", email: text("email"), password: hidden("password"), version: "v1r1" }
    case "pat":
      return { _tag: "PersonalAccessToken", token: hidden("token") }
    case "url":
      return { _tag: "InviteUrl", url: hidden("url") }
    case "anonymous":
      return { _tag: "Anonymous", name: text("name") === "" ? undefined : text("name") }
    case "alias":
      return { _tag: "Alias", refresh: hidden("refresh") }
    case "enterprise":
      return { _tag: "Enterprise", email: text("email"), password: hidden("password") }
    case "partner-key":
      return {
        _tag: "PartnerKey",
        file: text("file"),
        siteId: text("siteId"),
        issuer: text("issuer"),
        audience: text("audience")
      }
  }
}

/** Returns the credentials of the form, or its mistake. */
export const credentialsIn = (logIn: LogInForm): Result.Result<Credentials, Form.Mistake> =>
  Result.map(Form.values(currentForm(logIn)), (values) => credentialsOf(logIn.way, values))
