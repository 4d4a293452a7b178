import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Credentials } from "../engine/Account.ts"
import * as Form from "./Form.ts"

/** The log-in form. */
export const empty: Form.Form = Form.of({
  email: { flag: "email", label: "E-mail or user name", takes: "text", help: "", isRequired: true },
  password: { flag: "password", takes: "text", help: "", isRequired: true, isSecret: true }
})

/** The form of who was logged in. */
export const ofWho = (who: string): Form.Form => Form.filled(empty, "email", who)

/** The same without its password. */
export const withoutPassword = (form: Form.Form): Form.Form => Form.filled(form, "password", "")

/** What to log in with, or what is wrong. */
export const credentialsIn = (form: Form.Form): Result.Result<Credentials, Form.Mistake> =>
  Result.map(Form.held(form), ({ email, password }) => ({
    _tag: "Password",
    email: String(email),
    password: Redacted.make(String(password))
  }))
