import type { OperationId } from "@remote-assist/core/Contract"

const payload = [["payload"]]
const query = [["query"]]
const call = ["params", "call_id"]

/** Which parts of a request the method of an operation takes, in order; nothing where it is no function but an effect. */
export const signatures: Readonly<Record<OperationId, ReadonlyArray<ReadonlyArray<string>> | "effect">> = {
  "Auth.anonymous": [["payload", "display_name"]],
  "Auth.logIn": payload,
  "Auth.exchange": [["payload", "refresh_token"]],
  "Auth.refresh": [["payload", "refresh_token"]],
  "Auth.enterprise": payload,
  "Auth.logInV1R1": payload,
  "Auth.fromUrl": [["payload", "link_url"]],
  "Auth.personalAccessToken": [["payload", "token"]],
  "Tokens.info": [["query", "token"]],
  "Tokens.validate": query,
  "PersonalAccessTokens.list": "effect",
  "PersonalAccessTokens.create": "effect",
  "PersonalAccessTokens.read": [["params", "id"]],
  "PersonalAccessTokens.remove": [["params", "id"]],
  "Registration.register": payload,
  "Registration.confirm": [["query", "confirmation_token"]],
  "Registration.confirmNewEmail": [["query", "confirmation_token"]],
  "Registration.resendConfirmation": [["query", "email"]],
  "Registration.registerV1R1": payload,
  "Registration.registerEnterprise": payload,
  "Calls.list": query,
  "Calls.recent": "effect",
  "Calls.read": [call],
  "Calls.annotate": [call, ["payload"]],
  "Calls.eventStream": [call],
  "Calls.events": [call],
  "OnCallGroups.list": query,
  "OnCallGroups.favorite": [["params", "group_id"]],
  "OnCallGroups.unfavorite": [["params", "group_id"]],
  "Invitations.personalRoom": payload,
  "Invitations.session": payload,
  "EnterpriseUsers.provision": payload,
  "EnterpriseUsers.list": query,
  "EnterpriseUsers.update": [["params", "user_id"], ["payload"]],
  "EnterpriseUsers.remove": [["params", "user_id"]],
  "Pods.list": query
}

/** Fields of inputs that methods take as `Redacted`. */
export const secretFields: ReadonlySet<string> = new Set([
  "password",
  "refresh_token",
  "token",
  "confirmation_token",
  "invitation_token",
  "user_token",
  "contact_tokens"
])
