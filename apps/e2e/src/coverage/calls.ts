import type { OperationId } from "@remote-assist/core/Contract"

const credentials = "target.administrator"

const account = `user_info: { email: yield* unusedEmail, name: "Mary Jackson", password: Redacted.make("correct-horse") }`

const someCall = `yield* Expect.present("a call", (yield* calls.list())[0]?.session)`

const someGroup = `yield* Expect.present("an on-call group", (yield* onCallGroups.list()).entries[0]?.id)`

/**
 * How a scenario calls each operation, as source: `target` is there, and the service by the name of its group; an operation
 * without a call does not compile.
 */
export const calls: Readonly<Record<OperationId, string>> = {
  "Auth.anonymous": `anonymous("Visitor")`,
  "Auth.logIn": `logIn(${credentials})`,
  "Auth.exchange": "exchange(Redacted.make((yield* target.demo).aliasRefreshToken))",
  "Auth.refresh": `refresh((yield* auth.logIn(${credentials})).refresh)`,
  "Auth.enterprise": `enterprise(${credentials})`,
  "Auth.logInV1R1": `logInV1R1(${credentials})`,
  "Auth.fromUrl": "fromUrl((yield* target.demo).inviteUrl)",
  "Auth.personalAccessToken": "personalAccessToken(target.personalAccessToken)",
  "Tokens.info": "info()",
  "Tokens.validate": "validate()",
  "PersonalAccessTokens.list": "list",
  "PersonalAccessTokens.create": "create",
  "PersonalAccessTokens.read": "read(String((yield* personalAccessTokens.create).id))",
  "PersonalAccessTokens.remove": "remove((yield* personalAccessTokens.create).id)",
  "Registration.register": `register({ ${account} })`,
  "Registration.confirm": "confirm(Redacted.make((yield* target.demo).confirmationToken))",
  "Registration.confirmNewEmail": "confirmNewEmail(Redacted.make((yield* target.demo).newEmailToken))",
  "Registration.resendConfirmation": "resendConfirmation(yield* unusedEmail)",
  "Registration.registerV1R1": `registerV1R1({ ${account} })`,
  "Registration.registerEnterprise": `registerEnterprise({ contact_email: yield* unusedEmail, contact_name: "Mary Jackson", enterprise_name: "Hampton Pumps", reseller_id: "reseller-1" })`,
  "Calls.list": "list()",
  "Calls.recent": "recent",
  "Calls.read": `read(CallId.make(${someCall}))`,
  "Calls.annotate": `annotate(CallId.make(${someCall}), { extra_info: "The pump was replaced." })`,
  "Calls.eventStream": `eventStream(CallId.make(${someCall}))`,
  "Calls.events": `events(CallId.make(${someCall}))`,
  "OnCallGroups.list": "list()",
  "OnCallGroups.favorite": `favorite(${someGroup})`,
  "OnCallGroups.unfavorite": `unfavorite(${someGroup})`,
  "Invitations.personalRoom": `personalRoom({ email: yield* unusedEmail, name: "Guest" })`,
  "Invitations.session": `session({ call_id: CallId.make("call_00000000-0000-4000-8000-000000000003"), contact_tokens: [Redacted.make("contact-102")] })`,
  "EnterpriseUsers.provision": `provision({ email: yield* unusedEmail, name: "Mary Jackson", send_email: false })`,
  "EnterpriseUsers.list": "list()",
  "EnterpriseUsers.update": `update((yield* provisionedUser()).id, { active: false })`,
  "EnterpriseUsers.remove": "remove((yield* provisionedUser()).id)",
  "Pods.list": "list()"
}
