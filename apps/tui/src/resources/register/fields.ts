import type { FormField } from "../../actions/Fillable.ts"
import { emailMistake } from "../texts.ts"

const text = (flag: string, help: string): FormField => ({ flag, takes: "text", help })

const secret = (flag: string, help: string): FormField => ({ ...text(flag, help), isSecret: true })

const email: FormField = {
  ...text("email", "E-mail address; the confirmation goes there"),
  label: "E-mail",
  isRequired: true,
  check: emailMistake
}

export const person = {
  email,
  name: { ...text("name", "Full name"), isRequired: true },
  password: { ...secret("password", "Password of the account"), isRequired: true }
}

export const invitationToken = secret("invitation-token", "The token of an invitation, where there is one")

export const profile = { location: text("location", "Where you are"), title: text("title", "What you are") }

export const confirmationToken = (help: string): FormField => ({
  ...secret("confirmation-token", help),
  label: "Token",
  isRequired: true
})

export const resend: FormField = { ...email, help: "E-mail address of an account that is not confirmed" }

export const enterprise = {
  enterprise_name: { ...text("enterprise-name", "Name of the enterprise"), isRequired: true },
  contact_name: { ...text("contact-name", "Full name of whom to contact"), isRequired: true },
  contact_email: {
    ...text("contact-email", "E-mail address of whom to contact"),
    label: "Contact e-mail",
    isRequired: true,
    check: emailMistake
  },
  reseller_id: { ...text("reseller-id", "Id of the reseller"), isRequired: true }
}
