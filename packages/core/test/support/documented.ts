import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Auth } from "../../src/Auth.ts"
import { CallId, Calls } from "../../src/Calls.ts"
import type { OperationId } from "../../src/Contract.ts"
import { EnterpriseUsers, UserId } from "../../src/EnterpriseUsers.ts"
import { Invitations } from "../../src/Invitations.ts"
import { OnCallGroupId, OnCallGroups } from "../../src/OnCallGroups.ts"
import { PersonalAccessTokenId, PersonalAccessTokens } from "../../src/PersonalAccessTokens.ts"
import { Pods } from "../../src/Pods.ts"
import { Registration } from "../../src/Registration.ts"
import { Tokens } from "../../src/Tokens.ts"

export const services = Effect.all({
  auth: Auth,
  tokens: Tokens,
  pats: PersonalAccessTokens,
  registration: Registration,
  calls: Calls,
  groups: OnCallGroups,
  invitations: Invitations,
  users: EnterpriseUsers,
  pods: Pods
})

export type Sdk = Effect.Success<typeof services>

export type Act<A = unknown, E = unknown> = (sdk: Sdk) => Effect.Effect<A, E>

/** What the interface's section 4 says of an operation, and how it is called with the SDK. */
export interface Documented {
  readonly section: string
  readonly route: string
  readonly act: Act
}

const on = (section: string, route: string, act: Act): Documented => ({ section, route, act })

const secret = Redacted.make("secret")
const logIn = { email: "ada@example.com", password: secret }
const account = { user_info: { email: "ada@example.com", name: "Ada", password: secret } }
const enterprise = { contact_email: "a@example.com", contact_name: "Ada", enterprise_name: "Engines", reseller_id: "1" }

/** The path parameters that the operations are called with. */
export const ids = {
  call_id: CallId.make("call_1"),
  group_id: OnCallGroupId.make(2),
  user_id: UserId.make(7),
  id: PersonalAccessTokenId.make(3)
}

const pat = "/v1r1/personal_access_token"
const favorites = "/v1/on_call_groups/:group_id/favorites"
const user = "/v1r1/enterprise/users/:user_id"

/** The operations of the interface's section 4. */
export const documented: { readonly [Id in OperationId]: Documented } = {
  "Auth.anonymous": on("§4.1, 1", "POST /v1/anonymous/auth", ({ auth }) => auth.anonymous("Ada")),
  "Auth.logIn": on("§4.1, 2", "POST /v1/auth", ({ auth }) => auth.logIn(logIn)),
  "Auth.exchange": on("§4.1, 3", "POST /v1/auth/exchange", ({ auth }) => auth.exchange(secret)),
  "Auth.refresh": on("§4.1, 4", "POST /v1/auth/refresh", ({ auth }) => auth.refresh(secret)),
  "Auth.enterprise": on("§4.1, 5", "POST /v1/enterprise/auth", ({ auth }) => auth.enterprise(logIn)),
  "Tokens.info": on("§4.1, 6", "GET /v1/token/info", ({ tokens }) => tokens.info(secret)),
  "Tokens.validate": on("§4.1, 7", "GET /v1/token/validate", ({ tokens }) => tokens.validate({})),
  "Auth.logInV1R1": on("§4.1, 8", "POST /v1r1/auth", ({ auth }) => auth.logInV1R1(logIn)),
  "Auth.fromUrl": on("§4.1, 9", "POST /v1r1/auth/from_url", ({ auth }) => auth.fromUrl("https://x.example")),
  "Auth.personalAccessToken": on("§4.1, 10", "POST /v1r1/auth/pat", ({ auth }) => auth.personalAccessToken(secret)),

  "PersonalAccessTokens.list": on("§4.2, 1", `GET ${pat}`, ({ pats }) => pats.list),
  "PersonalAccessTokens.create": on("§4.2, 2", `POST ${pat}`, ({ pats }) => pats.create),
  "PersonalAccessTokens.read": on("§4.2, 3", `GET ${pat}/:id`, ({ pats }) => pats.read("3")),
  "PersonalAccessTokens.remove": on("§4.2, 4", `DELETE ${pat}/:id`, ({ pats }) => pats.remove(ids.id)),

  "Registration.register": on("§4.3, 1", "POST /v1/register", ({ registration }) => registration.register(account)),
  "Registration.confirm": on("§4.3, 2", "POST /v1/register/confirm", ({ registration }) =>
    registration.confirm(secret)
  ),
  "Registration.confirmNewEmail": on("§4.3, 3", "POST /v1/register/confirm_new_email", ({ registration }) =>
    registration.confirmNewEmail(secret)
  ),
  "Registration.resendConfirmation": on("§4.3, 4", "POST /v1/register/resend_confirmation", ({ registration }) =>
    registration.resendConfirmation("ada@example.com")
  ),
  "Registration.registerV1R1": on("§4.3, 5", "POST /v1r1/register", ({ registration }) =>
    registration.registerV1R1(account)
  ),
  "Registration.registerEnterprise": on("§4.3, 6", "POST /v1r1/register/enterprise", ({ registration }) =>
    registration.registerEnterprise(enterprise)
  ),

  "Calls.list": on("§4.4, 1", "GET /v1/calls", ({ calls }) => calls.list()),
  "Calls.recent": on("§4.4, 2", "GET /v1/calls/recent", ({ calls }) => calls.recent),
  "Calls.read": on("§4.4, 3", "GET /v1/calls/:call_id", ({ calls }) => calls.read(ids.call_id)),
  "Calls.annotate": on("§4.4, 4, §8", "PUT /v1/calls/:call_id", ({ calls }) => calls.annotate(ids.call_id, {})),
  "Calls.eventStream": on("§4.4, 5", "GET /v1/calls/:call_id/event_stream", ({ calls }) =>
    calls.eventStream(ids.call_id)
  ),
  "Calls.events": on("§4.4, 6", "GET /v1/calls/:call_id/events", ({ calls }) => calls.events(ids.call_id)),
  "OnCallGroups.list": on("§4.4, 7", "GET /v1/on_call_groups", ({ groups }) => groups.list()),
  "OnCallGroups.favorite": on("§4.4, 8", `POST ${favorites}`, ({ groups }) => groups.favorite(ids.group_id)),
  "OnCallGroups.unfavorite": on("§4.4, 9", `DELETE ${favorites}`, ({ groups }) => groups.unfavorite(ids.group_id)),
  "Invitations.personalRoom": on("§4.4, 10", "POST /v1/personal_room/invite", ({ invitations }) =>
    invitations.personalRoom({ email: "bob@example.com", name: "Bob" })
  ),
  "Invitations.session": on("§4.4, 11", "POST /v1/session/invite", ({ invitations }) =>
    invitations.session({ call_id: ids.call_id })
  ),

  "EnterpriseUsers.provision": on("§4.5, 1", "POST /v1r1/enterprise/users", ({ users }) =>
    users.provision({ name: "Bob" })
  ),
  "Pods.list": on("§4.5, 2", "GET /v1r1/enterprise/pods", ({ pods }) => pods.list()),
  "EnterpriseUsers.list": on("§4.5, 3", "GET /v1r1/enterprise/users", ({ users }) => users.list()),
  "EnterpriseUsers.update": on("§4.5, 4", `PUT ${user}`, ({ users }) => users.update(ids.user_id, { active: false })),
  "EnterpriseUsers.remove": on("§4.5, 5", `DELETE ${user}`, ({ users }) => users.remove(ids.user_id))
}
