import * as Redacted from "effect/Redacted"

import type { Credentials } from "../engine/Account.ts"
import * as TextField from "./TextField.ts"

/** The log-in form. */
export interface Form {
  readonly email: TextField.TextField
  readonly password: TextField.TextField
  readonly focus: "email" | "password"
}

export const empty: Form = { email: TextField.empty, password: TextField.empty, focus: "email" }

export const edit = (form: Form, change: (field: TextField.TextField) => TextField.TextField): Form => ({
  ...form,
  [form.focus]: change(form[form.focus])
})

/** There are two fields, so the next is also the one before. */
export const other = (form: Form): Form => ({ ...form, focus: form.focus === "email" ? "password" : "email" })

/** What to log in with, or the field that is still to fill in. */
export const submit = (form: Form): Credentials | Form["focus"] => {
  const email = TextField.textOf(form.email).trim()
  const password = TextField.textOf(form.password)
  if (email === "") return "email"
  if (password === "") return "password"
  return { _tag: "Password", email, password: Redacted.make(password) }
}
