import type { DescribedGroup } from "./Described.ts"

const person = { email: "mary@example.com", name: "Mary Jackson", password: "correct-horse" }

export const registration: DescribedGroup<"Registration"> = {
  "Registration.register": {
    summary: "Register a personal account on /v1",
    description: "A confirmation e-mail is sent; the account stays unconfirmed until its token comes back.",
    takes: "Register",
    example: { user_info: person }
  },
  "Registration.confirm": {
    summary: "Confirm an account",
    description: "With the token of its confirmation e-mail.",
    answers: "Confirmed"
  },
  "Registration.confirmNewEmail": {
    summary: "Confirm a new e-mail address",
    description: "Changes the address of the account to the one that the confirmation e-mail was sent to.",
    answers: "Account"
  },
  "Registration.resendConfirmation": {
    summary: "Send the confirmation e-mail again",
    description: "An e-mail that is not sent is 401."
  },
  "Registration.registerV1R1": {
    summary: "Register a personal account on /v1r1",
    description: "As on /v1, with location and title.",
    takes: "RegisterV1R1",
    example: { user_info: { ...person, location: "Hampton", title: "Engineer" } }
  },
  "Registration.registerEnterprise": {
    summary: "Create an enterprise",
    takes: "RegisterEnterprise",
    example: {
      contact_email: "mary@example.com",
      contact_name: "Mary Jackson",
      enterprise_name: "Hampton Pumps",
      reseller_id: "reseller-1"
    }
  }
}
