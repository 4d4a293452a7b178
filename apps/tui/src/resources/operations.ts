import type { Contract } from "@remote-assist/core"

/** Name of an action, or of a command of no resource: `users.deactivate`, `session.login`. */
export type ActionName = `${string}.${string}`

/** The action of each operation. An operation without an action does not compile. */
export const operations: Readonly<Record<Contract.OperationId, ActionName>> = {
  "Auth.anonymous": "session.anonymous",
  "Auth.logIn": "session.password",
  "Auth.exchange": "session.exchange",
  "Auth.refresh": "session.renew",
  "Auth.enterprise": "session.enterprise-token",
  "Auth.logInV1R1": "session.password-v1r1",
  "Auth.fromUrl": "session.url",
  "Auth.personalAccessToken": "session.pat",
  "Tokens.info": "tokens.info",
  "Tokens.validate": "tokens.validate",
  "PersonalAccessTokens.list": "pat.list",
  "PersonalAccessTokens.create": "pat.create",
  "PersonalAccessTokens.read": "pat.show",
  "PersonalAccessTokens.remove": "pat.delete",
  "Registration.register": "register.account-v1",
  "Registration.confirm": "register.confirm",
  "Registration.confirmNewEmail": "register.confirm-email",
  "Registration.resendConfirmation": "register.resend",
  "Registration.registerV1R1": "register.account",
  "Registration.registerEnterprise": "register.enterprise",
  "Calls.list": "calls.list",
  "Calls.recent": "calls.recent",
  "Calls.read": "calls.show",
  "Calls.annotate": "calls.annotate",
  "Calls.eventStream": "calls.events",
  "Calls.events": "calls.stats",
  "OnCallGroups.list": "oncall.list",
  "OnCallGroups.favorite": "oncall.favorite",
  "OnCallGroups.unfavorite": "oncall.unfavorite",
  "Invitations.personalRoom": "invite.room",
  "Invitations.session": "invite.session",
  "EnterpriseUsers.provision": "users.provision",
  "EnterpriseUsers.list": "users.list",
  "EnterpriseUsers.update": "users.update",
  "EnterpriseUsers.remove": "users.delete",
  "Pods.list": "pods.list"
}
