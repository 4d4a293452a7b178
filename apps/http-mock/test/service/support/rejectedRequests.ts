import { Auth } from "@remote-assist/core/Auth"
import { CallId, Calls } from "@remote-assist/core/Calls"
import type * as Client from "@remote-assist/core/Client"
import { EnterpriseUsers, UserId } from "@remote-assist/core/EnterpriseUsers"
import type * as Failure from "@remote-assist/core/Failure"
import { Invitations } from "@remote-assist/core/Invitations"
import { OnCallGroupId, OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokenId, PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Pods, PodId } from "@remote-assist/core/Pods"
import { Registration } from "@remote-assist/core/Registration"
import { Tokens } from "@remote-assist/core/Tokens"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { credentials } from "../../support/everyCall.ts"

type Predicate = keyof typeof Failure

/** The predicates that match an error of the emulator by its cause. */
export const holds = {
  credentials: ["isInvalidCredentials"],
  token: ["isInvalidToken"],
  expired: ["isTokenExpired"],
  nobody: [],
  inactive: ["isDeactivated"],
  unconfirmed: ["isUnconfirmed"],
  apiKey: ["isInvalidApiKey"],
  permission: ["isForbidden", "isNotFoundOrNoAccess"],
  denied: ["isAccessDenied", "isForbidden", "isNotFoundOrNoAccess"],
  notFound: ["isNotFoundOrNoAccess", "isUnknownResource"],
  badInput: ["isBadRequest"],
  emailTaken: ["isEmailTaken"],
  internal: ["isServerFault"],
  rateLimited: ["isRateLimited"]
} as const satisfies Readonly<Record<string, ReadonlyArray<Predicate>>>

export type Cause = keyof typeof holds

type Act = Effect.Effect<unknown, unknown, Client.Client>

const of = <Service, A, E>(
  service: Effect.Effect<Service, never, Client.Client>,
  act: (of: Service) => Effect.Effect<A, E>
): Act => Effect.flatMap(service, act)

const secret = (text: string) => Redacted.make(text)
const call = (number: number) => CallId.make(`call_00000000-0000-4000-8000-00000000000${number}`)
const noCall = CallId.make("call_00000000-0000-4000-8000-999999999999")
const nobody = UserId.make(999_999)

const auth = (act: (auth: Auth["Service"]) => Effect.Effect<unknown, unknown>) => of(Auth, act)
const users = (act: (users: EnterpriseUsers["Service"]) => Effect.Effect<unknown, unknown>) => of(EnterpriseUsers, act)
const registration = (act: (of: Registration["Service"]) => Effect.Effect<unknown, unknown>) => of(Registration, act)
const ofCalls = (act: (calls: Calls["Service"]) => Effect.Effect<unknown, unknown>) => of(Calls, act)
const groups = (act: (of: OnCallGroups["Service"]) => Effect.Effect<unknown, unknown>) => of(OnCallGroups, act)
const pats = (act: (of: PersonalAccessTokens["Service"]) => Effect.Effect<unknown, unknown>) =>
  of(PersonalAccessTokens, act)
const invitations = (act: (of: Invitations["Service"]) => Effect.Effect<unknown, unknown>) => of(Invitations, act)
const tokens = (act: (of: Tokens["Service"]) => Effect.Effect<unknown, unknown>) => of(Tokens, act)

const wrong = { email: "ada", password: secret("wrong") }
const account = (email: string, password = "correct-horse") => ({
  user_info: { email, name: "New", password: secret(password) }
})
const company = { contact_email: "none", contact_name: "C", enterprise_name: "E", reseller_id: "1" }

/** Rejected requests by user. */
export const refusals: Readonly<Record<string, Readonly<Record<string, readonly [Cause, Act]>>>> = {
  "a guest": {
    "a wrong password on /v1": ["credentials", auth(({ logIn }) => logIn(wrong))],
    "a wrong password on /v1r1": ["credentials", auth(({ logInV1R1 }) => logInV1R1(wrong))],
    "an unknown name": ["credentials", auth(({ logIn }) => logIn({ ...wrong, email: "no-such-user" }))],
    "a wrong password for the enterprise": ["credentials", auth(({ enterprise }) => enterprise(wrong))],
    "no administrator for the enterprise": [
      "permission",
      auth(({ enterprise }) => enterprise({ ...credentials, email: "grace" }))
    ],
    "an unknown refresh token": ["token", auth(({ refresh }) => refresh(secret("unknown")))],
    "no alias": ["token", auth(({ exchange }) => exchange(secret("unknown")))],
    "an unknown invite URL": ["credentials", auth(({ fromUrl }) => fromUrl("https://invite.example/w/none"))],
    "an unknown personal access token": ["credentials", auth((auth) => auth.personalAccessToken(secret("unknown")))],
    "an account that is not confirmed, on /v1": [
      "unconfirmed",
      auth(({ logIn }) => logIn({ ...credentials, email: "new@example.com" }))
    ],
    "an account that is not confirmed, on /v1r1": [
      "unconfirmed",
      auth(({ logInV1R1 }) => logInV1R1({ ...credentials, email: "new@example.com" }))
    ],
    "an invalid e-mail address, on /v1": ["badInput", registration(({ register }) => register(account("none")))],
    "an invalid e-mail address, on /v1r1": [
      "badInput",
      registration(({ registerV1R1 }) => registerV1R1(account("none")))
    ],
    "an empty password": ["badInput", registration(({ register }) => register(account("x@example.com", "")))],
    "an enterprise without an address": [
      "badInput",
      registration(({ registerEnterprise }) => registerEnterprise(company))
    ],
    "an e-mail address of a user, on /v1": [
      "emailTaken",
      registration(({ register }) => register(account("ada@example.com")))
    ],
    "an e-mail address of a user, on /v1r1": [
      "emailTaken",
      registration(({ registerV1R1 }) => registerV1R1(account("ADA@example.com")))
    ],
    "an e-mail address of an account": [
      "emailTaken",
      registration(({ register }) => register(account("new@example.com")))
    ],
    "an unknown confirmation token": ["token", registration(({ confirm }) => confirm(secret("unknown")))],
    "an unknown token of a new address": [
      "token",
      registration(({ confirmNewEmail }) => confirmNewEmail(secret("unknown")))
    ],
    "no account to confirm": [
      "notFound",
      registration(({ resendConfirmation }) => resendConfirmation("ada@example.com"))
    ],
    "an invalid token": ["token", tokens(({ info }) => info(secret("nonsense")))],
    "an invalid token, validated": ["token", tokens(({ validate }) => validate({ token: secret("nonsense") }))],
    "nobody logged in": ["nobody", users(({ list }) => list())]
  },
  ada: {
    "a user who is not there, changed": ["notFound", users(({ update }) => update(nobody, { active: false }))],
    "a user who is not there, deleted": ["notFound", users(({ remove }) => remove(nobody))],
    "an invalid address of a user": ["badInput", users(({ provision }) => provision({ email: "none" }))],
    "an address that is missing": ["badInput", users(({ provision }) => provision({ name: "X" }))],
    "an unknown role": ["badInput", users(({ provision }) => provision({ email: "y@example.com", role: "Emperor" }))],
    "an unknown pod": [
      "badInput",
      users(({ provision }) => provision({ email: "y@example.com", pod_ids: [PodId.make(9999)] }))
    ],
    "an address of a user, provisioned": [
      "emailTaken",
      users(({ provision }) => provision({ email: "grace@example.com" }))
    ],
    "an address of a user, changed": [
      "emailTaken",
      users(({ update }) => update(UserId.make(102), { email: "ada@example.com" }))
    ],
    "an empty name": ["badInput", users(({ update }) => update(UserId.make(102), { name: "" }))],
    oneself: ["permission", users(({ remove }) => remove(UserId.make(101)))],
    "a filter of no form": ["badInput", users(({ list }) => list({ filter: "ada" }))],
    "a filter of no field": ["badInput", users(({ list }) => list({ filter: "shoe=7" }))],
    "an order of no field": ["badInput", users(({ list }) => list({ order: "shoe" }))],
    "a page of no size": ["badInput", users(({ list }) => list({ page_size: 0 }))],
    "too large a page": ["badInput", users(({ list }) => list({ page_size: 5000 }))],
    "pods by no field": ["badInput", of(Pods, ({ list }) => list({ filter: "shoe=7" }))],
    "calls by no field": ["badInput", ofCalls(({ list }) => list({ filter: "shoe=7" }))],
    "groups by no field": ["badInput", groups(({ list }) => list({ order: "shoe" }))],
    "a call that is not there": ["notFound", ofCalls(({ read }) => read(noCall))],
    "events of no call": ["notFound", ofCalls(({ events }) => events(noCall))],
    "the stream of no call": ["notFound", ofCalls(({ eventStream }) => eventStream(noCall))],
    "a note on no call": ["notFound", ofCalls(({ annotate }) => annotate(noCall, {}))],
    "a favorite of no group": ["notFound", groups(({ favorite }) => favorite(OnCallGroupId.make(999)))],
    "no favorite of no group": ["notFound", groups(({ unfavorite }) => unfavorite(OnCallGroupId.make(999)))],
    "no personal access token": ["notFound", pats(({ read }) => read("999"))],
    "no personal access token to remove": ["notFound", pats(({ remove }) => remove(PersonalAccessTokenId.make(999)))],
    "an invitation without a name": [
      "badInput",
      invitations(({ personalRoom }) => personalRoom({ email: "a@example.com", name: "" }))
    ],
    "an invitation to no address": [
      "badInput",
      invitations(({ personalRoom }) => personalRoom({ email: "none", name: "A" }))
    ],
    "an invitation of nobody": ["badInput", invitations(({ session }) => session({ call_id: call(3) }))],
    "an invitation to no call": [
      "notFound",
      invitations(({ session }) => session({ call_id: noCall, contact_tokens: [secret("contact-102")] }))
    ],
    "an invitation of an unknown contact": [
      "notFound",
      invitations(({ session }) => session({ call_id: call(3), contact_tokens: [secret("none")] }))
    ],
    "an invitation with a wrong token": [
      "token",
      invitations(({ session }) =>
        session({ call_id: call(3), contact_tokens: [secret("contact-102")], user_token: secret("none") })
      )
    ],
    "a token of another type": ["permission", tokens(({ validate }) => validate({ resource_type: "enterprise" }))],
    "a token without a permission": ["permission", tokens(({ validate }) => validate({ permission_list: ["fly"] }))],
    "a request that is not sent": ["badInput", users(({ list }) => list({ page: 0 }))]
  },
  linus: {
    "a call of others": ["denied", ofCalls(({ read }) => read(call(2)))],
    "events of a call of others": ["denied", ofCalls(({ events }) => events(call(2)))],
    "the stream of a call of others": ["denied", ofCalls(({ eventStream }) => eventStream(call(2)))],
    "a note on a call of others": ["permission", ofCalls(({ annotate }) => annotate(call(2), {}))],
    "the list of users": ["permission", users(({ list }) => list())],
    "a new user": ["permission", users(({ provision }) => provision({ email: "z@example.com" }))],
    "a change of a user": ["permission", users(({ update }) => update(UserId.make(102), { name: "X" }))],
    "the end of a user": ["permission", users(({ remove }) => remove(UserId.make(102)))],
    "the list of pods": ["permission", of(Pods, ({ list }) => list())],
    "a personal access token of another": ["notFound", pats(({ read }) => read("1"))],
    "a personal room": [
      "permission",
      invitations(({ personalRoom }) => personalRoom({ email: "a@example.com", name: "A" }))
    ]
  }
}
