import * as Effect from "effect/Effect"

import { numberAt } from "../../support/json.ts"
import { operations } from "./Operations.ts"
import type { OperationId } from "./Operations.ts"
import { password } from "./Site.ts"
import type { Asked, Site } from "./Site.ts"

const running = "call_00000000-0000-4000-8000-000000000003"

const user_info = { email: "mary@example.com", name: "Mary Head", password: "secret" }

/** A successful request to every operation, independent of the others. */
export type Requests = { readonly [Id in OperationId]: Asked }

/** Prepares a site for {@link Requests}. */
export const requestsTo = (site: Site): Effect.Effect<Requests> =>
  Effect.gen(function* () {
    const ada = yield* site.logIn("ada")
    yield* site.ask("Registration.register", { body: { user_info: { ...user_info, email: "joan@example.com" } } })
    const { json: removable } = yield* site.ask("PersonalAccessTokens.create", { token: ada.token })
    return {
      "Auth.anonymous": { body: {} },
      "Auth.logIn": { body: { email: "ada", password } },
      "Auth.exchange": { body: { refresh_token: "alias-demo-ada" } },
      "Auth.refresh": { body: { refresh_token: ada.refresh } },
      "Auth.enterprise": { body: { email: "ada", password } },
      "Tokens.info": {},
      "Tokens.validate": {},
      "Auth.logInV1R1": { body: { email: "ada", password } },
      "Auth.fromUrl": { body: { link_url: "https://invite.example/w/demo" } },
      "Auth.personalAccessToken": { body: { token: "pat-demo-ada" } },
      "PersonalAccessTokens.list": {},
      "PersonalAccessTokens.create": {},
      "PersonalAccessTokens.read": { id: 1 },
      "PersonalAccessTokens.remove": { id: numberAt(removable, "id") },
      "Registration.register": { body: { user_info } },
      "Registration.confirm": { query: { confirmation_token: "confirm-demo-new" } },
      "Registration.confirmNewEmail": { query: { confirmation_token: "confirm-demo-grace" } },
      "Registration.resendConfirmation": { query: { email: "joan@example.com" } },
      "Registration.registerV1R1": { body: { user_info: { ...user_info, email: "beatrice@example.com" } } },
      "Registration.registerEnterprise": {
        body: { contact_email: "a@example.com", contact_name: "A", enterprise_name: "B", reseller_id: "C" }
      },
      "Calls.list": {},
      "Calls.recent": {},
      "Calls.read": { id: running },
      "Calls.annotate": { id: running, body: { alt1_id: "one" } },
      "Calls.eventStream": { id: running },
      "Calls.events": { id: running },
      "OnCallGroups.list": {},
      "OnCallGroups.favorite": { id: 12 },
      "OnCallGroups.unfavorite": { id: 11 },
      "Invitations.personalRoom": { body: { email: "guest@example.com", name: "Guest" } },
      "Invitations.session": { body: { call_id: running, contact_tokens: ["contact-101"] } },
      "EnterpriseUsers.provision": { body: { email: "dorothy@example.com" } },
      "Pods.list": {},
      "EnterpriseUsers.list": {},
      "EnterpriseUsers.update": { id: 104, body: { name: "Edsger" } },
      "EnterpriseUsers.remove": { id: 103 }
    }
  })

/** Whether the operation takes a body. */
export const takesBody = (id: OperationId, requests: Requests): boolean =>
  requests[id].body !== undefined && operations[id].method !== "GET"
