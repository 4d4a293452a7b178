import type { ErrorTopic } from "../Problem.ts"
import type { LoginMethodName } from "./Credentials.ts"

export interface LoginMethod {
  /** What one logs in with: `a password`. */
  readonly label: string
  /** When one wants it. */
  readonly what: string
  /** What becomes of what is given, and how long the session lasts, in sentences. */
  readonly keeps: string
  /** What to do where the service refuses it. */
  readonly refused: string
  /** Why much is refused to such a session, where it is so. */
  readonly limits?: string
}

const checkPassword = "Check the e-mail address or user name, the password, and that the user is active."

const renewed = "The session is renewed by itself."

const asAdministrator = "Log in as an administrator"

/** The ways to log in, in the order of the menu. */
export const loginMethods: Readonly<Record<LoginMethodName, LoginMethod>> = {
  password: {
    label: "a password",
    what: "as a user",
    keeps: `The password is not kept. ${renewed}`,
    refused: checkPassword
  },
  pat: {
    label: "a personal access token",
    what: "as the user whose it is",
    keeps: "The token is kept with the session, which is renewed with it.",
    refused: "Check that the personal access token is copied whole and was not deleted, or log in with a password."
  },
  "partner-key": {
    label: "a partner key",
    what: "as a site: its key signs each request",
    keeps: "There is nothing to renew, and nothing is kept but where the key is.",
    refused:
      "Check the key, the number of its site, issuer and audience, and the clock of this machine: a token is signed for each request, and lives for a minute."
  },
  enterprise: {
    label: "the enterprise",
    what: "with the password of an administrator",
    keeps: "The password is not kept. The session cannot be renewed, and ends with its token.",
    refused: checkPassword,
    limits: `The session is of the enterprise, not of a user, and what is of a user is refused to it. ${asAdministrator} for that`
  },
  url: {
    label: "an invite URL",
    what: "as the guest of a workbox",
    keeps: `The URL is not kept. ${renewed}`,
    refused: "Check that the URL is that of an invitation to a workbox, copied whole, and that it was not withdrawn.",
    limits: `The session is of a guest, to whom most is refused. ${asAdministrator} for it`
  },
  anonymous: {
    label: "no account",
    what: "anonymous, under a name of one's choice",
    keeps: "The session cannot be renewed, and ends with its token.",
    refused: "The service may let nobody in who has no account: log in with a password.",
    limits: `The session is anonymous, and most is refused to it. ${asAdministrator} for it`
  },
  alias: {
    label: "the refresh token of an alias",
    what: "as the log-in user of the alias, whose token is traded",
    keeps: `The token of the alias is not kept, and may be good for once. ${renewed}`,
    refused: "Check that it is the refresh token of an alias, copied whole, and that it was not traded before."
  },
  "password-v1r1": {
    label: "a password, on /v1r1",
    what: "where /v1, which the plain way takes, is closed",
    keeps: `The password is not kept. ${renewed}`,
    refused: checkPassword
  }
}

export const loginMethodNames = Object.keys(loginMethods).filter(
  (name): name is LoginMethodName => name in loginMethods
)

/** A way by its name; that with a password where it was not noted. */
export const loginMethod = (name: LoginMethodName | undefined): LoginMethod => loginMethods[name ?? "password"]

/** What to do about a refusal, where that follows from how one is logged in. */
export const refusalAdvice = (
  name: LoginMethodName | undefined,
  about: ErrorTopic,
  now: number
): string | undefined => {
  const { limits, refused } = loginMethod(name)
  if (about === "permission") return limits && `${limits}.`
  return about === "token" && name === "partner-key"
    ? `${refused} It says ${new Date(now).toISOString().slice(0, 19).replace("T", " ")} UTC.`
    : undefined
}
