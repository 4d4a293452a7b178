import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import type { FormField } from "../actions/Action.ts"
import type { ErrorTopic } from "../Problem.ts"
import { formatSecond } from "../text/format.ts"
import type { Credentials, LoginMethodName, SessionOwner } from "./Credentials.ts"

export interface LoginMethod {
  /** The credential: `a password`. */
  readonly label: string
  /** Who uses it. */
  readonly what: string
  /** The fields of its form; at most one is secret. */
  readonly fields: Readonly<Record<string, FormField>>
  /** Names the owner of the session. */
  readonly who: (values: Credentials["values"]) => string
  /** What is stored, and when the session expires, in sentences. */
  readonly keeps: string
  /** What to do if the service rejects the credential. */
  readonly refused: string
  /** Why the service rejects much of such a session, if it does. */
  readonly limits?: string
}

const text = (label: string, help = "", isRequired = true): FormField => ({
  flag: label,
  label,
  takes: "text",
  help,
  isRequired
})

const secret = (label: string): FormField => ({ ...text(label), isSecret: true })

const withPassword = {
  fields: { email: text("E-mail or user name"), password: secret("Password") },
  who: ({ email = "" }: Credentials["values"]) => email
}

const checkPassword = "Check the e-mail address or user name, the password, the region, and that the user is active."

const renewed = "The session is renewed automatically."

const asAdministrator = "Log in as an administrator"

/** The login methods. */
export const loginMethods: Readonly<Record<LoginMethodName, LoginMethod>> = {
  password: {
    label: "a password",
    what: "as a user",
    ...withPassword,
    keeps: `The password is not stored. ${renewed}`,
    refused: checkPassword
  },
  pat: {
    label: "a personal access token",
    what: "as the owner of the token",
    fields: { token: secret("Personal access token") },
    who: () => "owner of a personal access token",
    keeps: "The token is stored with the session, and renews it.",
    refused: "Check that the personal access token is complete and was not deleted, or log in with a password."
  },
  "partner-key": {
    label: "a partner key",
    what: "as a site: its key signs each request",
    fields: {
      file: text("Key file", "Path of the private key in PEM form, which you alone can read"),
      siteId: text("Site", "Its number"),
      issuer: text("Issuer"),
      audience: text("Audience")
    },
    who: ({ siteId = "" }) => `partner key of site ${siteId}`,
    keeps: "The session needs no renewal; only the path of the key is stored.",
    refused:
      "Check the key, the number of its site, issuer and audience, and the clock of this machine: a token is signed for each request, and expires after a minute."
  },
  enterprise: {
    label: "the enterprise",
    what: "with the password of an administrator",
    ...withPassword,
    who: ({ email = "" }) => `enterprise of ${email}`,
    keeps: "The password is not stored. The session cannot be renewed, and ends with its token.",
    refused: checkPassword,
    limits: `The session belongs to the enterprise, not to a user, so it cannot use what belongs to users. ${asAdministrator} for that`
  },
  url: {
    label: "an invite URL",
    what: "as the guest of a workbox",
    fields: { url: secret("Invite URL") },
    who: () => "guest of an invite URL",
    keeps: `The URL is not stored. ${renewed}`,
    refused: "Check that the URL is a complete invitation to a workbox, and that it was not withdrawn.",
    limits: `The session belongs to a guest, who may do little. ${asAdministrator} for it`
  },
  anonymous: {
    label: "no account",
    what: "anonymous, under any name",
    fields: { name: text("Name", "How others see you (optional)", false) },
    who: ({ name }) => (name === undefined ? "anonymous" : `${name} (anonymous)`),
    keeps: "The session cannot be renewed, and ends with its token.",
    refused: "The service may not permit anonymous users. Log in with a password.",
    limits: `The session is anonymous and may do little. ${asAdministrator} for it`
  },
  alias: {
    label: "the refresh token of an alias",
    what: "as the log-in user of the alias",
    fields: { refresh: secret("Refresh token") },
    who: () => "log-in user of an alias",
    keeps: `The token of the alias is not stored, and may work only once. ${renewed}`,
    refused: "Check that it is the complete refresh token of an alias, and that it was not used before."
  },
  "password-v1r1": {
    label: "a password, on /v1r1",
    what: "for services that close /v1",
    ...withPassword,
    keeps: `The password is not stored. ${renewed}`,
    refused: checkPassword
  }
}

/** Returns a method by its name (default: a password). */
export const loginMethod = (name: LoginMethodName | undefined): LoginMethod => loginMethods[name ?? "password"]

/** Returns the credentials of a login method with the values of its fields. */
export const toCredentials = (way: LoginMethodName, values: Readonly<Record<string, unknown>>): Credentials => {
  const { fields } = loginMethods[way]
  const texts = Record.filter(values, Predicate.isString)
  const secret = Object.keys(texts).find((name) => fields[name]?.isSecret === true)
  const open = Record.filter(texts, (_, name) => name !== secret)
  if (secret === undefined) return { way, values: open }
  // a pasted token may have spaces around it; a password may contain them
  const text = texts[secret] ?? ""
  return { way, values: open, secret: Redacted.make(secret === "password" ? text : text.trim()) }
}

/** Returns the owner of the session that credentials create. */
export const sessionOwner = ({ values, way }: Credentials): SessionOwner => ({
  who: loginMethods[way].who(values),
  way,
  ...(Object.keys(values).length > 0 && { given: values })
})

/** Returns the advice after a refusal, if it depends on the login method. */
export const refusalAdvice = (
  name: LoginMethodName | undefined,
  about: ErrorTopic,
  now: number
): string | undefined => {
  const { limits, refused } = loginMethod(name)
  if (about === "permission") return limits && `${limits}.`
  return about === "token" && name === "partner-key" ? `${refused} It shows ${formatSecond(now)}.` : undefined
}
