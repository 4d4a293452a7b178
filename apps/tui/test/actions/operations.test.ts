import { Contract } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { expect, test } from "vitest"

import type { Services } from "../../src/actions/Action.ts"
import { Account } from "../../src/engine/Account.ts"
import * as Form from "../../src/model/Form.ts"
import type { AnyResource } from "../../src/resources/Resource.ts"
import { resources } from "../../src/resources/resources.ts"
import type { Credentials } from "../../src/session/Credentials.ts"
import { ada, services } from "../support/start.ts"
import * as Wire from "../support/wire.ts"
import { formValues } from "./values.ts"

/** The action of each operation. An operation without an action does not compile. */
const operations: Readonly<Record<Contract.OperationId, string>> = {
  "Auth.anonymous": "session.anonymous",
  "Auth.logIn": "session.password",
  "Auth.exchange": "session.exchange",
  "Auth.refresh": "session.renew",
  "Auth.enterprise": "session.enterprise-token",
  "Auth.logInV1R1": "session.password-v1r1",
  "Auth.fromUrl": "session.url",
  "Auth.personalAccessToken": "session.pat",
  "Tokens.info": "tokens.info",
  "Tokens.validate": "tokens.validate",
  "PersonalAccessTokens.list": "pat.list",
  "PersonalAccessTokens.create": "pat.create",
  "PersonalAccessTokens.read": "pat.show",
  "PersonalAccessTokens.remove": "pat.delete",
  "Registration.register": "register.account-v1",
  "Registration.confirm": "register.confirm",
  "Registration.confirmNewEmail": "register.confirm-email",
  "Registration.resendConfirmation": "register.resend",
  "Registration.registerV1R1": "register.account",
  "Registration.registerEnterprise": "register.enterprise",
  "Calls.list": "calls.list",
  "Calls.recent": "calls.recent",
  "Calls.read": "calls.show",
  "Calls.annotate": "calls.annotate",
  "Calls.eventStream": "calls.events",
  "Calls.events": "calls.stats",
  "OnCallGroups.list": "oncall.list",
  "OnCallGroups.favorite": "oncall.favorite",
  "OnCallGroups.unfavorite": "oncall.unfavorite",
  "Invitations.personalRoom": "invite.room",
  "Invitations.session": "invite.session",
  "EnterpriseUsers.provision": "users.provision",
  "EnterpriseUsers.list": "users.list",
  "EnterpriseUsers.update": "users.update",
  "EnterpriseUsers.remove": "users.delete",
  "Pods.list": "pods.list"
}

type Done = Effect.Effect<unknown, unknown, Services | Account>

const logIn = (credentials: Credentials): Done => Effect.flatMap(Account, (account) => account.logIn(credentials))

/** What commands do that are of no resource, in the world of the demo. */
const besides: Readonly<Record<string, Done>> = {
  "session.password": logIn(ada),
  "session.password-v1r1": logIn({
    way: "password-v1r1",
    values: { email: "ada@example.com" },
    secret: Redacted.make("correct-horse")
  }),
  "session.pat": logIn({ way: "pat", values: {}, secret: Redacted.make("pat-demo-ada") }),
  "session.anonymous": logIn({ way: "anonymous", values: {} }),
  "session.exchange": logIn({ way: "alias", values: {}, secret: Redacted.make("alias-demo-ada") }),
  "session.url": logIn({ way: "url", values: {}, secret: Redacted.make("https://invite.example/w/demo") }),
  "session.renew": Effect.flatMap(Account, (account) => account.renew)
}

const heldOf = (name: string, fields: Parameters<typeof Form.make>[0]) =>
  Result.getOrThrow(Form.values(Form.prefilled(Form.make(fields), formValues[name]?.form ?? {})))

/** The target row of an action: the named one, or the first of its list. */
const rowOf = (resource: AnyResource, name: string): Effect.Effect<unknown, unknown, Services> =>
  Effect.map(resource.read("", 1), ({ entries }) => {
    const { row } = formValues[name] ?? {}
    return row === undefined ? entries[0] : entries.find((entry: unknown) => String(resource.idOf(entry)) === row.id)
  })

/** What a screen does of its resource, by the name of the action. */
const ofResource = (resource: AnyResource, name: string): Done | undefined => {
  const { actions, forms = [], queries = [], readOne, tabs = [], within } = resource
  const action = actions.find((each) => each.name === name)
  if (action !== undefined) return Effect.flatMap(rowOf(resource, name), action.run)
  const ofTabs = tabs.flatMap(({ query }) => query ?? [])
  const filled = [...forms, ...queries, ...ofTabs].find((each) => each.name === name)
  if (filled !== undefined)
    return Effect.flatMap(rowOf(resource, name), (row): Done => filled.run(heldOf(name, filled.fields), row))
  if (within !== undefined && name === `${within.resource}.${resource.name}`) return resource.read("", 1)
  if (name === `${resource.name}.list` && resource.isLocal !== true) return resource.read("", 1)
  return name === `${resource.name}.show` && readOne !== undefined
    ? Effect.flatMap(rowOf(resource, name), (row): Done => readOne(String(resource.idOf(row))) ?? Effect.void)
    : undefined
}

const actionOf = (name: string) =>
  besides[name] ?? resources.map((resource) => ofResource(resource, name)).find((done) => done !== undefined)

/** The operations that are sent while an action is done by somebody who logged in. */
const sentBy = async (done: Done | undefined) => {
  if (done === undefined) return []
  const wire = Wire.make(undefined)
  await Effect.runPromise(
    Effect.andThen(
      Effect.flatMap(Account, (account) => account.logIn(ada)),
      Effect.exit(done)
    ).pipe(Effect.provide(services(wire, { users: 4 })), Effect.scoped)
  )
  return wire.requests.map((line) => {
    const [method = "", path = ""] = line.split(" ")
    return Contract.match(method, path, { anyLength: true })?.operation.id
  })
}

test.each(Object.entries(operations))("%s is what %s sends", async (id, name) => {
  expect(await sentBy(actionOf(name))).toContain(id)
})
