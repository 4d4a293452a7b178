import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

import { CallOptions } from "../../src/CallOptions.ts"
import type { CallResponse } from "../../src/CallOptions.ts"
import type { OperationId } from "../../src/Contract.ts"
import * as Drift from "../../src/Drift.ts"
import { RawRequests } from "../../src/RawRequests.ts"
import { Session } from "../../src/Session.ts"
import type { Act } from "../support/documented.ts"
import { ids, services } from "../support/documented.ts"
import { canaries } from "./canaries.ts"
import type { CanaryName } from "./canaries.ts"

const secret = (name: CanaryName) => Redacted.make(canaries[name])

const logIn = () => ({ email: "ada@example.com", password: secret("password") })
const account = () => ({ user_info: { email: "ada@example.com", name: "Ada", password: secret("password") } })
const enterprise = { contact_email: "a@example.com", contact_name: "Ada", enterprise_name: "Engines", reseller_id: "1" }

/** Calls each operation of the contract, with a canary for each secret. */
const operations: { readonly [Id in OperationId]: Act } = {
  "Auth.anonymous": ({ auth }) => auth.anonymous("Ada"),
  "Auth.logIn": ({ auth }) => auth.logIn(logIn()),
  "Auth.exchange": ({ auth }) => auth.exchange(secret("refresh")),
  "Auth.refresh": ({ auth }) => auth.refresh(secret("refresh")),
  "Auth.enterprise": ({ auth }) => auth.enterprise(logIn()),
  "Tokens.info": ({ tokens }) => tokens.info(secret("inspected")),
  "Tokens.validate": ({ tokens }) => tokens.validate({ token: secret("inspected") }),
  "Auth.logInV1R1": ({ auth }) => auth.logInV1R1(logIn()),
  "Auth.fromUrl": ({ auth }) => auth.fromUrl(canaries.inviteUrl),
  "Auth.personalAccessToken": ({ auth }) => auth.personalAccessToken(secret("personalAccessToken")),
  "PersonalAccessTokens.list": ({ pats }) => pats.list,
  "PersonalAccessTokens.create": ({ pats }) => pats.create,
  "PersonalAccessTokens.read": ({ pats }) => pats.read("3"),
  "PersonalAccessTokens.remove": ({ pats }) => pats.remove(ids.id),
  "Registration.register": ({ registration }) => registration.register(account()),
  "Registration.confirm": ({ registration }) => registration.confirm(secret("confirmation")),
  "Registration.confirmNewEmail": ({ registration }) => registration.confirmNewEmail(secret("confirmation")),
  "Registration.resendConfirmation": ({ registration }) => registration.resendConfirmation("ada@example.com"),
  "Registration.registerV1R1": ({ registration }) => registration.registerV1R1(account()),
  "Registration.registerEnterprise": ({ registration }) => registration.registerEnterprise(enterprise),
  "Calls.list": ({ calls }) => calls.list({ filter: "a=b c", page: 2 }),
  "Calls.recent": ({ calls }) => calls.recent,
  "Calls.read": ({ calls }) => calls.read(ids.call_id),
  "Calls.annotate": ({ calls }) => calls.annotate(ids.call_id, { alt1_id: "ticket-1" }),
  "Calls.eventStream": ({ calls }) => calls.eventStream(ids.call_id),
  "Calls.events": ({ calls }) => calls.events(ids.call_id),
  "OnCallGroups.list": ({ groups }) => groups.list(),
  "OnCallGroups.favorite": ({ groups }) => groups.favorite(ids.group_id),
  "OnCallGroups.unfavorite": ({ groups }) => groups.unfavorite(ids.group_id),
  "Invitations.personalRoom": ({ invitations }) => invitations.personalRoom({ email: "bob@example.com", name: "Bob" }),
  "Invitations.session": ({ invitations }) => invitations.session({ call_id: ids.call_id }),
  "EnterpriseUsers.provision": ({ users }) => users.provision({ name: "Bob" }),
  "Pods.list": ({ pods }) => pods.list(),
  "EnterpriseUsers.list": ({ users }) => users.list({ filter: "active=true" }),
  "EnterpriseUsers.update": ({ users }) => users.update(ids.user_id, { active: false }),
  "EnterpriseUsers.remove": ({ users }) => users.remove(ids.user_id)
}

/** The services, and the session they take their token from. */
export const client = Effect.all({ sdk: services, session: Session, raw: RawRequests })

export type Client = Effect.Success<typeof client>

/** Something that a program does, in a session of its own. */
export type Step = (client: Client) => Effect.Effect<unknown, unknown>

// the reader of an endless list stops somewhere; a stream that yields nothing more must end by itself
const mostEntries = 50

const walked = <A, E>(entries: Stream.Stream<A, E>) => entries.pipe(Stream.take(mostEntries), Stream.runCollect)

/** The raw response of a call. */
const asReceived = (call: Effect.Effect<unknown, unknown>) =>
  Effect.suspend(() => {
    let received: CallResponse | undefined
    const onResponse = (answer: CallResponse) => {
      received = answer
    }
    return Effect.map(Effect.provideService(call, CallOptions, { onResponse }), () => received)
  })

const expired = { token: secret("expired"), refresh: secret("refresh") }

/** Other uses than single calls. */
const flows: Readonly<Record<string, Step>> = {
  "Session.logIn": ({ session }) => session.logIn(logIn()),
  "Session.logInV1R1": ({ session }) => session.logInV1R1(logIn()),
  "Session.logInWithToken": ({ session }) => session.logInWithToken(secret("personalAccessToken")),
  "Session.logInAnonymously": ({ session }) => session.logInAnonymously("Ada"),
  "Session.logInFromUrl": ({ session }) => session.logInFromUrl(canaries.inviteUrl),
  "Session.logInFromAlias": ({ session }) => session.logInFromAlias(secret("refresh")),
  "Session.logInAsEnterprise": ({ session }) => session.logInAsEnterprise(logIn()),
  "Session.refresh": ({ session }) => Effect.andThen(session.start(expired), session.refresh),
  "Session.renew": ({ session }) => session.renew(secret("token")),
  "a call after a log-in": ({ sdk, session }) => Effect.andThen(session.logIn(logIn()), sdk.calls.list()),
  "a call with an expired token": ({ sdk, session }) => Effect.andThen(session.start(expired), sdk.users.list()),
  "a call with an expired token of a personal access token": ({ sdk, session }) =>
    Effect.andThen(
      session.start({ token: secret("expired"), personalAccessToken: secret("personalAccessToken") }),
      sdk.calls.recent
    ),
  "a call with a token that cannot be renewed": ({ sdk, session }) =>
    Effect.andThen(session.start({ token: secret("expired") }), sdk.calls.list()),
  "ten calls with an expired token": ({ sdk, session }) =>
    Effect.andThen(
      session.start(expired),
      Effect.all(
        Array.from({ length: 10 }, () => sdk.users.list()),
        { concurrency: "unbounded" }
      )
    ),
  "a call by nobody": ({ sdk, session }) => Effect.andThen(session.logOut, sdk.users.list()),
  "EnterpriseUsers.stream": ({ sdk }) => walked(sdk.users.stream({ filter: "active=true" })),
  "EnterpriseUsers.stream, ahead": ({ sdk }) => walked(sdk.users.stream({}, { prefetch: 3 })),
  "OnCallGroups.stream": ({ sdk }) => walked(sdk.groups.stream()),
  "Pods.stream": ({ sdk }) => walked(sdk.pods.stream()),
  "RawRequests.request, reading": ({ raw }) => raw.request("GET", "/v1/calls", { query: { page: "2" } }),
  "RawRequests.request, writing": ({ raw }) =>
    raw.request("POST", "/v1/unheard_of", { body: { password: canaries.password }, takesUserToken: false }),
  "Calls.annotate, as received": ({ sdk }) => asReceived(sdk.calls.annotate(ids.call_id, {})),
  "Auth.logIn, as received": ({ sdk }) => asReceived(sdk.auth.logIn(logIn())),
  "EnterpriseUsers.list, strictly": ({ sdk }) => Effect.provideService(sdk.users.list(), Drift.Mode, "strict"),
  "EnterpriseUsers.update, strictly": ({ sdk }) =>
    Effect.provideService(sdk.users.update(ids.user_id, { active: true }), Drift.Mode, "strict"),
  "Calls.read, strictly": ({ sdk }) => Effect.provideService(sdk.calls.read(ids.call_id), Drift.Mode, "strict")
}

const tokens = { token: secret("token"), refresh: secret("refresh") }

type Steps = ReadonlyArray<readonly [name: string, step: Step]>

/** Each operation of the contract by its id, in a session that just began. */
export const calls: Steps = Object.entries(operations).map(([id, act]) => [
  id,
  ({ sdk, session }) => Effect.andThen(session.start(tokens), act(sdk))
])

/** The calls, and the other uses. */
export const steps: Steps = [
  ...calls,
  ...Object.entries(flows).map(([name, step]): Steps[number] => [
    name,
    (client) => Effect.andThen(client.session.start(tokens), step(client))
  ])
]
