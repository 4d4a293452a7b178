import type { OperationId } from "./Operations.ts"

type Column =
  | "open /v1"
  | "open /v1r1"
  | "of a token"
  | "own /v1"
  | "own calls"
  | "one call"
  | "own tokens"
  | "administration"

/** The columns of the table of §5 and §7: operations with the same answers to the same credentials. */
export const columnOf: { readonly [Id in OperationId]: Column } = {
  "Auth.anonymous": "open /v1",
  "Auth.logIn": "open /v1",
  "Auth.exchange": "open /v1",
  "Auth.refresh": "open /v1",
  "Auth.enterprise": "open /v1",
  "Registration.register": "open /v1",
  "Registration.confirm": "open /v1",
  "Registration.confirmNewEmail": "open /v1",
  "Registration.resendConfirmation": "open /v1",
  "Auth.logInV1R1": "open /v1r1",
  "Auth.fromUrl": "open /v1r1",
  "Auth.personalAccessToken": "open /v1r1",
  "Registration.registerV1R1": "open /v1r1",
  "Registration.registerEnterprise": "open /v1r1",
  "Tokens.info": "of a token",
  "Tokens.validate": "of a token",
  "Calls.recent": "own /v1",
  "Calls.annotate": "own /v1",
  "OnCallGroups.list": "own /v1",
  "OnCallGroups.favorite": "own /v1",
  "OnCallGroups.unfavorite": "own /v1",
  "Invitations.personalRoom": "own /v1",
  "Invitations.session": "own /v1",
  "Calls.list": "own calls",
  "Calls.read": "one call",
  "Calls.eventStream": "one call",
  "Calls.events": "one call",
  "PersonalAccessTokens.list": "own tokens",
  "PersonalAccessTokens.create": "own tokens",
  "PersonalAccessTokens.read": "own tokens",
  "PersonalAccessTokens.remove": "own tokens",
  "EnterpriseUsers.provision": "administration",
  "EnterpriseUsers.list": "administration",
  "EnterpriseUsers.update": "administration",
  "EnterpriseUsers.remove": "administration",
  "Pods.list": "administration"
}

/** Whether an operation requires only the API key. */
export const isOpen = (id: OperationId): boolean => columnOf[id].startsWith("open")
