import { Auth } from "@remote-assist/core/Auth"
import { CallId, Calls } from "@remote-assist/core/Calls"
import type * as Client from "@remote-assist/core/Client"
import type { OperationId } from "@remote-assist/core/Contract"
import { EnterpriseUsers, UserId } from "@remote-assist/core/EnterpriseUsers"
import { Invitations } from "@remote-assist/core/Invitations"
import { OnCallGroupId, OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokenId, PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Pods } from "@remote-assist/core/Pods"
import { Registration } from "@remote-assist/core/Registration"
import { Tokens } from "@remote-assist/core/Tokens"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

export const credentials = { email: "ada", password: Redacted.make("correct-horse") }

const secret = (text: string) => Redacted.make(text)

const newcomer = (name: string) => ({ email: `${name}@example.com`, name, password: secret("x") })

const call = (number: number) => CallId.make(`call_00000000-0000-4000-8000-00000000000${number}`)

const group = OnCallGroupId.make(12)

type Failing<R> = Effect.Effect<unknown, { readonly _tag: string; readonly status?: number }, R>

const asked = <Service, R>(service: Effect.Effect<Service, never, R>, ask: (service: Service) => Failing<R>) =>
  Effect.flatMap(service, ask)

const ownToken = asked(Auth, (auth) => auth.logIn(credentials))

/** A call of every operation that the default world answers with 200 to Ada, in this order. */
export const calls: { readonly [Id in OperationId]: Failing<Client.Groups> } = {
  "Auth.anonymous": asked(Auth, (auth) => auth.anonymous("Guest")),
  "Auth.logIn": ownToken,
  "Auth.exchange": asked(Auth, (auth) => auth.exchange(secret("alias-demo-ada"))),
  "Auth.refresh": Effect.gen(function* () {
    const auth = yield* Auth
    const { refresh } = yield* auth.logInV1R1(credentials)
    return yield* auth.refresh(refresh)
  }),
  "Auth.enterprise": asked(Auth, (auth) => auth.enterprise(credentials)),
  "Auth.logInV1R1": asked(Auth, (auth) => auth.logInV1R1(credentials)),
  "Auth.fromUrl": asked(Auth, (auth) => auth.fromUrl("https://invite.example/w/demo")),
  "Auth.personalAccessToken": asked(Auth, (auth) => auth.personalAccessToken(secret("pat-demo-ada"))),
  "Tokens.info": Effect.gen(function* () {
    const { token } = yield* (yield* Auth).logInV1R1(credentials)
    return yield* (yield* Tokens).info(token)
  }),
  "Tokens.validate": Effect.gen(function* () {
    const { token } = yield* (yield* Auth).logInV1R1(credentials)
    return yield* (yield* Tokens).validate({ token, resource_type: "user" })
  }),
  "PersonalAccessTokens.list": asked(PersonalAccessTokens, (tokens) => tokens.list),
  "PersonalAccessTokens.create": asked(PersonalAccessTokens, (tokens) => tokens.create),
  "PersonalAccessTokens.read": asked(PersonalAccessTokens, (tokens) => tokens.read("1")),
  "PersonalAccessTokens.remove": asked(PersonalAccessTokens, (tokens) => tokens.remove(PersonalAccessTokenId.make(2))),
  "Registration.register": asked(Registration, (registration) =>
    registration.register({ user_info: newcomer("first") })
  ),
  "Registration.confirm": asked(Registration, (registration) => registration.confirm(secret("confirm-demo-new"))),
  "Registration.confirmNewEmail": asked(Registration, (registration) =>
    registration.confirmNewEmail(secret("confirm-demo-grace"))
  ),
  "Registration.resendConfirmation": asked(Registration, (registration) =>
    registration.resendConfirmation("first@example.com")
  ),
  "Registration.registerV1R1": asked(Registration, (registration) =>
    registration.registerV1R1({ user_info: newcomer("second") })
  ),
  "Registration.registerEnterprise": asked(Registration, (registration) =>
    registration.registerEnterprise({
      contact_email: "c@example.com",
      contact_name: "C",
      enterprise_name: "E",
      reseller_id: "1"
    })
  ),
  "Calls.list": asked(Calls, (calls) => calls.list()),
  "Calls.recent": asked(Calls, (calls) => calls.recent),
  "Calls.read": asked(Calls, (calls) => calls.read(call(1))),
  "Calls.annotate": asked(Calls, (calls) => calls.annotate(call(1), { alt1_id: "noted" })),
  "Calls.eventStream": asked(Calls, (calls) => calls.eventStream(call(1))),
  "Calls.events": asked(Calls, (calls) => calls.events(call(1))),
  "OnCallGroups.list": asked(OnCallGroups, (groups) => groups.list()),
  "OnCallGroups.favorite": asked(OnCallGroups, (groups) => groups.favorite(group)),
  "OnCallGroups.unfavorite": asked(OnCallGroups, (groups) => groups.unfavorite(group)),
  "Invitations.personalRoom": asked(Invitations, (invitations) =>
    invitations.personalRoom({ email: "guest@example.com", name: "Guest" })
  ),
  "Invitations.session": asked(Invitations, (invitations) =>
    invitations.session({ call_id: call(3), contact_tokens: [secret("contact-102")] })
  ),
  "EnterpriseUsers.provision": asked(EnterpriseUsers, (users) => users.provision({ email: "third@example.com" })),
  "EnterpriseUsers.list": asked(EnterpriseUsers, (users) => users.list()),
  "EnterpriseUsers.update": asked(EnterpriseUsers, (users) => users.update(UserId.make(102), { active: false })),
  "EnterpriseUsers.remove": asked(EnterpriseUsers, (users) => users.remove(UserId.make(103))),
  "Pods.list": asked(Pods, (pods) => pods.list())
}
