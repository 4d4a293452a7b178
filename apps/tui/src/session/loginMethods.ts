import type { ErrorTopic } from "../Problem.ts"
import { formatSecond } from "../text/format.ts"
import type { LoginMethodName } from "./Credentials.ts"

export interface LoginMethod {
  /** The credential: `a password`. */
  readonly label: string
  /** Who uses it. */
  readonly what: string
  /** What is stored, and when the session expires, in sentences. */
  readonly keeps: string
  /** What to do if the service rejects the credential. */
  readonly refused: string
  /** Why the service rejects much of such a session, if it does. */
  readonly limits?: string
}

const checkPassword = "Check the e-mail address or user name, the password, and that the user is active."

const renewed = "The session is renewed automatically."

const asAdministrator = "Log in as an administrator"

/** The login methods, in the order of the menu. */
export const loginMethods: Readonly<Record<LoginMethodName, LoginMethod>> = {
  password: {
    label: "a password",
    what: "as a user",
    keeps: `The password is not stored. ${renewed}`,
    refused: checkPassword
  },
  pat: {
    label: "a personal access token",
    what: "as the owner of the token",
    keeps: "The token is stored with the session, and renews it.",
    refused: "Check that the personal access token is complete and was not deleted, or log in with a password."
  },
  "partner-key": {
    label: "a partner key",
    what: "as a site: its key signs each request",
    keeps: "The session needs no renewal; only the path of the key is stored.",
    refused:
      "Check the key, the number of its site, issuer and audience, and the clock of this machine: a token is signed for each request, and expires after a minute."
  },
  enterprise: {
    label: "the enterprise",
    what: "with the password of an administrator",
    keeps: "The password is not stored. The session cannot be renewed, and ends with its token.",
    refused: checkPassword,
    limits: `The session belongs to the enterprise, not to a user, so it cannot use what belongs to users. ${asAdministrator} for that`
  },
  url: {
    label: "an invite URL",
    what: "as the guest of a workbox",
    keeps: `The URL is not stored. ${renewed}`,
    refused: "Check that the URL is a complete invitation to a workbox, and that it was not withdrawn.",
    limits: `The session belongs to a guest, who may do little. ${asAdministrator} for it`
  },
  anonymous: {
    label: "no account",
    what: "anonymous, under any name",
    keeps: "The session cannot be renewed, and ends with its token.",
    refused: "The service may not permit anonymous users. Log in with a password.",
    limits: `The session is anonymous and may do little. ${asAdministrator} for it`
  },
  alias: {
    label: "the refresh token of an alias",
    what: "as the log-in user of the alias",
    keeps: `The token of the alias is not stored, and may work only once. ${renewed}`,
    refused: "Check that it is the complete refresh token of an alias, and that it was not used before."
  },
  "password-v1r1": {
    label: "a password, on /v1r1",
    what: "for services that close /v1",
    keeps: `The password is not stored. ${renewed}`,
    refused: checkPassword
  }
}

export const loginMethodNames = Object.keys(loginMethods).filter(
  (name): name is LoginMethodName => name in loginMethods
)

/** Returns a method by its name (default: a password). */
export const loginMethod = (name: LoginMethodName | undefined): LoginMethod => loginMethods[name ?? "password"]

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
