import {
  Auth,
  Calls,
  Client,
  EnterpriseUsers,
  HttpFetch,
  Invitations,
  OnCallGroups,
  PersonalAccessTokens,
  Pods,
  Region,
  Registration,
  Session,
  Tokens
} from "@remote-assist/core"
import type { Contract, Http } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import * as Requests from "../../src/requests/Requests.ts"

/** What stands in requests in secret, by the variables that programs and lines have for it. */
export const secrets = {
  REMOTE_ASSIST_PASSWORD: "correct $horse's `battery`",
  REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: "pat-demo-ada",
  REMOTE_ASSIST_REFRESH_TOKEN: "alias-demo-ada",
  REMOTE_ASSIST_LINK_URL: "https://invite.example/w/demo?a=b",
  REMOTE_ASSIST_INVITATION_TOKEN: "invitation-4711",
  REMOTE_ASSIST_CONFIRMATION_TOKEN: "e-mailed+to/ada==",
  REMOTE_ASSIST_CONTACT_TOKENS: "contact-102",
  REMOTE_ASSIST_CONTACT_TOKENS_2: "contact-103",
  REMOTE_ASSIST_USER_TOKEN: "contact-of-ada"
}

const secret = (name: keyof typeof secrets) => Redacted.make(secrets[name])

const credentials = { email: "ada@example.com", password: secret("REMOTE_ASSIST_PASSWORD") }
const person = { ...credentials, name: 'Ada O\'Neill "the" first\n\u202Eand \\ last' }
const call = Calls.CallId.make("call_00000000-0000-4000-8000-000000000003")
const user = EnterpriseUsers.UserId.make(102)
const group = OnCallGroups.OnCallGroupId.make(1)

type Sending = Effect.Effect<unknown, unknown, Client.Client>

/** One call of each operation, and more of those that differ by what they are called with. */
const callsOf = (token: Redacted.Redacted): Readonly<Record<Contract.OperationId, ReadonlyArray<Sending>>> => {
  const auth = (does: (service: Auth.Auth["Service"]) => Sending) => Effect.flatMap(Auth.Auth, does)
  const tokens = (does: (service: Tokens.Tokens["Service"]) => Sending) => Effect.flatMap(Tokens.Tokens, does)
  const registration = (does: (service: Registration.Registration["Service"]) => Sending) =>
    Effect.flatMap(Registration.Registration, does)
  const calls = (does: (service: Calls.Calls["Service"]) => Sending) => Effect.flatMap(Calls.Calls, does)
  const users = (does: (service: EnterpriseUsers.EnterpriseUsers["Service"]) => Sending) =>
    Effect.flatMap(EnterpriseUsers.EnterpriseUsers, does)
  const own = (does: (service: PersonalAccessTokens.PersonalAccessTokens["Service"]) => Sending) =>
    Effect.flatMap(PersonalAccessTokens.PersonalAccessTokens, does)
  const groups = (does: (service: OnCallGroups.OnCallGroups["Service"]) => Sending) =>
    Effect.flatMap(OnCallGroups.OnCallGroups, does)
  const invitations = (does: (service: Invitations.Invitations["Service"]) => Sending) =>
    Effect.flatMap(Invitations.Invitations, does)
  return {
    "Auth.anonymous": [auth((it) => it.anonymous()), auth((it) => it.anonymous("Visitor's"))],
    "Auth.logIn": [auth((it) => it.logIn(credentials))],
    "Auth.exchange": [auth((it) => it.exchange(secret("REMOTE_ASSIST_REFRESH_TOKEN")))],
    "Auth.refresh": [auth((it) => it.refresh(secret("REMOTE_ASSIST_REFRESH_TOKEN")))],
    "Auth.enterprise": [auth((it) => it.enterprise(credentials))],
    "Auth.logInV1R1": [auth((it) => it.logInV1R1(credentials))],
    "Auth.fromUrl": [auth((it) => it.fromUrl(secrets.REMOTE_ASSIST_LINK_URL))],
    "Auth.personalAccessToken": [auth((it) => it.personalAccessToken(secret("REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN")))],
    "Tokens.info": [tokens((it) => it.info()), tokens((it) => it.info(token))],
    "Tokens.validate": [
      tokens((it) => it.validate()),
      tokens((it) => it.validate({ resource_type: "user", permission_list: ["view_contacts", "a&b=c"] })),
      tokens((it) => it.validate({ token, permission_list: ["view_contacts"] }))
    ],
    "PersonalAccessTokens.list": [own((it) => it.list)],
    "PersonalAccessTokens.create": [own((it) => it.create)],
    "PersonalAccessTokens.read": [own((it) => it.read("1")), own((it) => it.read("a/b c"))],
    "PersonalAccessTokens.remove": [own((it) => it.remove(PersonalAccessTokens.PersonalAccessTokenId.make(9)))],
    "Registration.register": [
      registration((it) =>
        it.register({ invitation_token: secret("REMOTE_ASSIST_INVITATION_TOKEN"), user_info: person })
      )
    ],
    "Registration.confirm": [registration((it) => it.confirm(secret("REMOTE_ASSIST_CONFIRMATION_TOKEN")))],
    "Registration.confirmNewEmail": [
      registration((it) => it.confirmNewEmail(secret("REMOTE_ASSIST_CONFIRMATION_TOKEN")))
    ],
    "Registration.resendConfirmation": [registration((it) => it.resendConfirmation("a+b@example.com"))],
    "Registration.registerV1R1": [
      registration((it) => it.registerV1R1({ user_info: { ...person, location: "Hampton", title: "Engineer" } }))
    ],
    "Registration.registerEnterprise": [
      registration((it) =>
        it.registerEnterprise({
          contact_email: "mary@example.com",
          contact_name: "Mary Jackson",
          enterprise_name: "Hampton Pumps",
          reseller_id: "reseller-1"
        })
      )
    ],
    "Calls.list": [calls((it) => it.list()), calls((it) => it.list({ filter: "status=ended", page: 2, page_size: 5 }))],
    "Calls.recent": [calls((it) => it.recent)],
    "Calls.read": [calls((it) => it.read(call))],
    "Calls.annotate": [calls((it) => it.annotate(call, { alt1_id: "ticket-4711", extra_info: "100 %\r\n☎" }))],
    "Calls.eventStream": [calls((it) => it.eventStream(call))],
    "Calls.events": [calls((it) => it.events(call))],
    "OnCallGroups.list": [groups((it) => it.list()), groups((it) => it.list({ filter: "name=Hydraulics" }))],
    "OnCallGroups.favorite": [groups((it) => it.favorite(group))],
    "OnCallGroups.unfavorite": [groups((it) => it.unfavorite(group))],
    "Invitations.personalRoom": [
      invitations((it) => it.personalRoom({ email: "guest@example.com", name: "Calls.CallId" }))
    ],
    "Invitations.session": [
      invitations((it) => it.session({})),
      invitations((it) =>
        it.session({
          call_id: call,
          contact_tokens: [secret("REMOTE_ASSIST_CONTACT_TOKENS"), secret("REMOTE_ASSIST_CONTACT_TOKENS_2")],
          user_token: secret("REMOTE_ASSIST_USER_TOKEN")
        })
      )
    ],
    "EnterpriseUsers.provision": [
      users((it) => it.provision({})),
      users((it) =>
        it.provision({
          name: "Mary '$HOME' Jackson",
          email: "mary@example.com",
          role: "User",
          send_email: false,
          pod_ids: [Pods.PodId.make(1), Pods.PodId.make(2)]
        })
      )
    ],
    "EnterpriseUsers.list": [
      users((it) => it.list()),
      users((it) => it.list({ filter: "email=a+x@b.c", order: "name", page: 1, page_size: 100 }))
    ],
    "EnterpriseUsers.update": [
      users((it) => it.update(user, { active: false })),
      users((it) => it.update(user, { name: "…", email: "token@example.com" }))
    ],
    "EnterpriseUsers.remove": [users((it) => it.remove(user))],
    "Pods.list": [Effect.flatMap(Pods.Pods, (it) => it.list({ page: 1 }))]
  }
}

/** A request as it would be sent, of the operation of an id. */
export interface Sample {
  readonly id: string
  readonly request: Http.HttpRequest
}

/** A request of each operation, and more of some, as they would be sent in a region by somebody with a token. */
export const samples = (region: Region.RegionSettings, token: string): Promise<ReadonlyArray<Sample>> =>
  Effect.runPromise(
    Effect.gen(function* () {
      yield* Effect.flatMap(Session.Session, (session) => session.start({ token: Redacted.make(token) }))
      const found: Array<Sample> = []
      for (const [id, calls] of Object.entries(callsOf(Redacted.make(token)))) {
        for (const call of calls) {
          const request = yield* Requests.firstRequest(call)
          if (request === undefined) throw new Error(`${id} sends nothing`)
          found.push({ id, request })
        }
      }
      return found
    }).pipe(
      Effect.provide(
        Client.layer.pipe(
          Layer.provide(Requests.layerRecorder(HttpFetch.layer)),
          Layer.provide(Region.Region.layer(region))
        )
      )
    )
  )
