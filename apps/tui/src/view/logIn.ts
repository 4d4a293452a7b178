import type { Model } from "../model/Model.ts"
import type { FormBody } from "./View.ts"

/** The log-in form. */
export const logInBody = ({ account, ui }: Model): FormBody => {
  const { form } = ui.get()
  const { busy } = account.state.get()
  return {
    _tag: "Form",
    name: "logIn",
    title: "Log in",
    fields: [
      { label: "E-mail or user name", field: form.email, isFocused: form.focus === "email" && !busy },
      { label: "Password", field: form.password, isFocused: form.focus === "password" && !busy, isSecret: true }
    ]
  }
}
