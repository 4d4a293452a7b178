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

const using = <Service, R>(service: Effect.Effect<Service, never, R>, ask: (service: Service) => Failing<R>) =>
  Effect.flatMap(service, ask)

const ownToken = using(Auth, (auth) => auth.logIn(credentials))

/** A call of every operation; the default world answers each with 200 to Ada, in this order. */
export const calls: { readonly [Id in OperationId]: Failing<Client.Groups> } = {
  "Auth.anonymous": using(Auth, (auth) => auth.anonymous("Guest")),
  "Auth.logIn": ownToken,
  "Auth.exchange": using(Auth, (auth) => auth.exchange(secret("alias-demo-ada"))),
  "Auth.refresh": Effect.gen(function* () {
    const auth = yield* Auth
    const { refresh } = yield* auth.logInV1R1(credentials)
    return yield* auth.refresh(refresh)
  }),
  "Auth.enterprise": using(Auth, (auth) => auth.enterprise(credentials)),
  "Auth.logInV1R1": using(Auth, (auth) => auth.logInV1R1(credentials)),
  "Auth.fromUrl": using(Auth, (auth) => auth.fromUrl("https://invite.example/w/demo")),
  "Auth.personalAccessToken": using(Auth, (auth) => auth.personalAccessToken(secret("pat-demo-ada"))),
  "Tokens.info": Effect.gen(function* () {
    const { token } = yield* (yield* Auth).logInV1R1(credentials)
    return yield* (yield* Tokens).info(token)
  }),
  "Tokens.validate": Effect.gen(function* () {
    const { token } = yield* (yield* Auth).logInV1R1(credentials)
    return yield* (yield* Tokens).validate({ token, resource_type: "user" })
  }),
  "PersonalAccessTokens.list": using(PersonalAccessTokens, (tokens) => tokens.list),
  "PersonalAccessTokens.create": using(PersonalAccessTokens, (tokens) => tokens.create),
  "PersonalAccessTokens.read": using(PersonalAccessTokens, (tokens) => tokens.read("1")),
  "PersonalAccessTokens.remove": using(PersonalAccessTokens, (tokens) => tokens.remove(PersonalAccessTokenId.make(2))),
  "Registration.register": using(Registration, (registration) =>
    registration.register({ user_info: newcomer("first") })
  ),
  "Registration.confirm": using(Registration, (registration) => registration.confirm(secret("confirm-demo-new"))),
  "Registration.confirmNewEmail": using(Registration, (registration) =>
    registration.confirmNewEmail(secret("confirm-demo-grace"))
  ),
  "Registration.resendConfirmation": using(Registration, (registration) =>
    registration.resendConfirmation("first@example.com")
  ),
  "Registration.registerV1R1": using(Registration, (registration) =>
    registration.registerV1R1({ user_info: newcomer("second") })
  ),
  "Registration.registerEnterprise": using(Registration, (registration) =>
    registration.registerEnterprise({
      contact_email: "c@example.com",
      contact_name: "C",
      enterprise_name: "E",
      reseller_id: "1"
    })
  ),
  "Calls.list": using(Calls, (calls) => calls.list()),
  "Calls.recent": using(Calls, (calls) => calls.recent),
  "Calls.read": using(Calls, (calls) => calls.read(call(1))),
  "Calls.annotate": using(Calls, (calls) => calls.annotate(call(1), { alt1_id: "noted" })),
  "Calls.eventStream": using(Calls, (calls) => calls.eventStream(call(1))),
  "Calls.events": using(Calls, (calls) => calls.events(call(1))),
  "OnCallGroups.list": using(OnCallGroups, (groups) => groups.list()),
  "OnCallGroups.favorite": using(OnCallGroups, (groups) => groups.favorite(group)),
  "OnCallGroups.unfavorite": using(OnCallGroups, (groups) => groups.unfavorite(group)),
  "Invitations.personalRoom": using(Invitations, (invitations) =>
    invitations.personalRoom({ email: "guest@example.com", name: "Guest" })
  ),
  "Invitations.session": using(Invitations, (invitations) =>
    invitations.session({ call_id: call(3), contact_tokens: [secret("contact-102")] })
  ),
  "EnterpriseUsers.provision": using(EnterpriseUsers, (users) => users.provision({ email: "third@example.com" })),
  "EnterpriseUsers.list": using(EnterpriseUsers, (users) => users.list()),
  "EnterpriseUsers.update": using(EnterpriseUsers, (users) => users.update(UserId.make(102), { active: false })),
  "EnterpriseUsers.remove": using(EnterpriseUsers, (users) => users.remove(UserId.make(103))),
  "Pods.list": using(Pods, (pods) => pods.list())
}
