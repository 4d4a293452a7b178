import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Auth } from "../../src/Auth.ts"
import { CallId, Calls } from "../../src/Calls.ts"
import type { OperationId } from "../../src/Contract.ts"
import { EnterpriseUsers, UserId } from "../../src/EnterpriseUsers.ts"
import { Invitations } from "../../src/Invitations.ts"
import { OnCallGroupId, OnCallGroups } from "../../src/OnCallGroups.ts"
import type { ErrorForm } from "../../src/Operation.ts"
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

type Errors = Readonly<Record<number, ErrorForm>>

/** What the interface's section 4 says of an operation, and how it is called with the SDK. */
export interface Documented {
  readonly section: string
  readonly route: string
  /** The form of its error by status. */
  readonly errors: Errors
  readonly act: Act
}

const on = (section: string, route: string, errors: Errors, act: Act): Documented => ({ section, route, errors, act })

const v1: Errors = { 401: "errorV1", 500: "errorV1" }
const v1r1: Errors = { 400: "errorV1R1" }
const ofCall: Errors = { 401: "errorText", 403: "errorText", 500: "errorV1" }

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
  "Auth.anonymous": on("§4.1, 1", "POST /v1/anonymous/auth", v1, ({ auth }) => auth.anonymous("Ada")),
  "Auth.logIn": on("§4.1, 2", "POST /v1/auth", v1, ({ auth }) => auth.logIn(logIn)),
  "Auth.exchange": on("§4.1, 3", "POST /v1/auth/exchange", v1, ({ auth }) => auth.exchange(secret)),
  "Auth.refresh": on("§4.1, 4", "POST /v1/auth/refresh", v1, ({ auth }) => auth.refresh(secret)),
  "Auth.enterprise": on("§4.1, 5", "POST /v1/enterprise/auth", v1, ({ auth }) => auth.enterprise(logIn)),
  "Tokens.info": on("§4.1, 6", "GET /v1/token/info", v1, ({ tokens }) => tokens.info(secret)),
  "Tokens.validate": on("§4.1, 7", "GET /v1/token/validate", v1, ({ tokens }) => tokens.validate({})),
  "Auth.logInV1R1": on("§4.1, 8", "POST /v1r1/auth", v1r1, ({ auth }) => auth.logInV1R1(logIn)),
  "Auth.fromUrl": on("§4.1, 9", "POST /v1r1/auth/from_url", v1r1, ({ auth }) => auth.fromUrl("https://x.example")),
  "Auth.personalAccessToken": on("§4.1, 10", "POST /v1r1/auth/pat", v1r1, ({ auth }) =>
    auth.personalAccessToken(secret)
  ),

  "PersonalAccessTokens.list": on("§4.2, 1", `GET ${pat}`, v1r1, ({ pats }) => pats.list),
  "PersonalAccessTokens.create": on("§4.2, 2", `POST ${pat}`, v1r1, ({ pats }) => pats.create),
  "PersonalAccessTokens.read": on("§4.2, 3", `GET ${pat}/:id`, v1r1, ({ pats }) => pats.read("3")),
  "PersonalAccessTokens.remove": on("§4.2, 4", `DELETE ${pat}/:id`, v1r1, ({ pats }) => pats.remove(ids.id)),

  "Registration.register": on("§4.3, 1", "POST /v1/register", v1, ({ registration }) => registration.register(account)),
  "Registration.confirm": on("§4.3, 2", "POST /v1/register/confirm", v1, ({ registration }) =>
    registration.confirm(secret)
  ),
  "Registration.confirmNewEmail": on("§4.3, 3", "POST /v1/register/confirm_new_email", v1, ({ registration }) =>
    registration.confirmNewEmail(secret)
  ),
  "Registration.resendConfirmation": on("§4.3, 4", "POST /v1/register/resend_confirmation", v1, ({ registration }) =>
    registration.resendConfirmation("ada@example.com")
  ),
  "Registration.registerV1R1": on("§4.3, 5", "POST /v1r1/register", v1r1, ({ registration }) =>
    registration.registerV1R1(account)
  ),
  "Registration.registerEnterprise": on("§4.3, 6", "POST /v1r1/register/enterprise", v1r1, ({ registration }) =>
    registration.registerEnterprise(enterprise)
  ),

  "Calls.list": on("§4.4, 1", "GET /v1/calls", { 401: "errorText", 500: "errorV1" }, ({ calls }) => calls.list()),
  "Calls.recent": on("§4.4, 2", "GET /v1/calls/recent", v1, ({ calls }) => calls.recent),
  "Calls.read": on("§4.4, 3", "GET /v1/calls/:call_id", ofCall, ({ calls }) => calls.read(ids.call_id)),
  "Calls.annotate": on("§4.4, 4, §8", "PUT /v1/calls/:call_id", v1, ({ calls }) => calls.annotate(ids.call_id, {})),
  "Calls.eventStream": on("§4.4, 5", "GET /v1/calls/:call_id/event_stream", ofCall, ({ calls }) =>
    calls.eventStream(ids.call_id)
  ),
  "Calls.events": on("§4.4, 6", "GET /v1/calls/:call_id/events", ofCall, ({ calls }) => calls.events(ids.call_id)),
  "OnCallGroups.list": on("§4.4, 7", "GET /v1/on_call_groups", v1, ({ groups }) => groups.list()),
  "OnCallGroups.favorite": on("§4.4, 8", `POST ${favorites}`, v1, ({ groups }) => groups.favorite(ids.group_id)),
  "OnCallGroups.unfavorite": on("§4.4, 9", `DELETE ${favorites}`, v1, ({ groups }) => groups.unfavorite(ids.group_id)),
  "Invitations.personalRoom": on("§4.4, 10", "POST /v1/personal_room/invite", v1, ({ invitations }) =>
    invitations.personalRoom({ email: "bob@example.com", name: "Bob" })
  ),
  // its errors are not described; taken to be those of the operations beside it
  "Invitations.session": on("§4.4, 11", "POST /v1/session/invite", v1, ({ invitations }) =>
    invitations.session({ call_id: ids.call_id })
  ),

  "EnterpriseUsers.provision": on("§4.5, 1", "POST /v1r1/enterprise/users", v1r1, ({ users }) =>
    users.provision({ name: "Bob" })
  ),
  "Pods.list": on("§4.5, 2", "GET /v1r1/enterprise/pods", v1r1, ({ pods }) => pods.list()),
  "EnterpriseUsers.list": on("§4.5, 3", "GET /v1r1/enterprise/users", v1r1, ({ users }) => users.list()),
  "EnterpriseUsers.update": on("§4.5, 4", `PUT ${user}`, v1r1, ({ users }) =>
    users.update(ids.user_id, { active: false })
  ),
  "EnterpriseUsers.remove": on("§4.5, 5", `DELETE ${user}`, v1r1, ({ users }) => users.remove(ids.user_id))
}
