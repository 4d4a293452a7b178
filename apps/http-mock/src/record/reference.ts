import { byId } from "@remote-assist/core/Contract"
import type { Operation, OperationId } from "@remote-assist/core/Contract"
import type { ErrorForm } from "@remote-assist/core/Operation"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import type { Choices } from "../world/gaps/Gaps.ts"
import type { Answered } from "./Answered.ts"
import { make, textAt } from "./ownWorld.ts"
import type { OwnWorld } from "./ownWorld.ts"
import * as Shape from "./Shape.ts"

/** What the answers of an operation with a status look like. */
export interface Look {
  readonly shape: Shape.Shape
  /** The types of their bodies. */
  readonly types: Set<string>
}

export const noLook = (): Look => ({ shape: Shape.empty(), types: new Set() })

// a bare text that says it is done, and is no token
const acknowledged: ReadonlySet<string> = new Set([
  "Calls.annotate",
  "OnCallGroups.favorite",
  "OnCallGroups.unfavorite"
])

/** Has a look at an answer of an operation. */
export const lookAt = ({ shape, types }: Look, operation: string, { body, isOther, type }: Answered): void => {
  if (isOther || body !== undefined) types.add(type)
  if (!isOther) Shape.learn(shape, body, acknowledged.has(operation) ? "" : undefined)
}

const listIn = ({ body }: Answered): ReadonlyArray<unknown> => {
  if (Array.isArray(body)) return body
  const list: unknown = Predicate.hasProperty(body, "entries") ? body.entries : undefined
  return Array.isArray(list) ? list : []
}

const fieldOf = (value: unknown, name: string): string => {
  const field: unknown = Predicate.isObjectKeyword(value) ? Reflect.get(value, name) : undefined
  return Predicate.isString(field) || Predicate.isNumber(field) ? String(field) : ""
}

// of those that follow from the seed: the named ones are the newest
const mostCalls = 40

/** Asks every operation for what it can answer, in a world that changes by it. */
const askAll = Effect.fnUntraced(function* (
  { askOperation, demo }: OwnWorld,
  seen: (id: OperationId, answer: Answered) => void
) {
  const ask = (id: OperationId, asked?: Parameters<typeof askOperation>[1]) =>
    Effect.tap(askOperation(id, asked), (answer) => Effect.sync(() => seen(id, answer)))
  const password = demo.password
  const logIn = (email: string) => ask("Auth.logInV1R1", { body: { email, password } })

  const ada = yield* logIn(demo.email)
  const token = textAt(ada, "token")
  yield* ask("Auth.anonymous")
  yield* ask("Auth.anonymous", { body: {} })
  yield* ask("Auth.logIn", { body: { email: demo.email, password } })
  yield* ask("Auth.enterprise", { body: { email: demo.email, password } })
  yield* ask("Auth.exchange")
  yield* ask("Auth.refresh", { body: { refresh_token: textAt(ada, "refresh") } })
  yield* ask("Auth.fromUrl")
  yield* ask("Auth.personalAccessToken")
  const query = `?token=${token}`
  yield* ask("Tokens.info", { query, token })
  yield* ask("Tokens.validate", { query: `${query}&resource_type=user`, token })

  yield* ask("PersonalAccessTokens.list", { token })
  const made = textAt(yield* ask("PersonalAccessTokens.create", { token }), "id")
  yield* ask("PersonalAccessTokens.read", { ids: [made], token })
  yield* ask("PersonalAccessTokens.list", { token })
  yield* ask("PersonalAccessTokens.remove", { ids: [made], token })

  const guests = yield* Effect.forEach(["grace", "linus"], logIn)
  for (const caller of [token, ...guests.map((guest) => textAt(guest, "token"))]) {
    const calls = listIn(yield* ask("Calls.list", { query: "?page_size=60", token: caller }))
    yield* ask("Calls.recent", { token: caller })
    for (const call of calls.slice(0, mostCalls)) {
      const ids = [fieldOf(call, "session")]
      yield* ask("Calls.read", { ids, token: caller })
      yield* ask("Calls.events", { ids, token: caller })
      yield* ask("Calls.eventStream", { ids, token: caller })
    }
    yield* ask("Calls.annotate", { ids: [fieldOf(calls[0], "session")], token: caller })
    yield* ask("Calls.list", { token: caller })
  }

  const [group] = listIn(yield* ask("OnCallGroups.list", { token }))
  const ids = [fieldOf(group, "id")]
  yield* ask("OnCallGroups.favorite", { ids, token })
  yield* ask("OnCallGroups.list", { token })
  yield* ask("OnCallGroups.unfavorite", { ids, token })
  yield* ask("Invitations.personalRoom", { token })
  yield* ask("Invitations.session", { token })

  yield* ask("Registration.register")
  yield* ask("Registration.resendConfirmation", { query: "?email=mary@example.com" })
  yield* ask("Registration.registerV1R1", { body: { user_info: { email: "b@example.com", name: "B", password } } })
  yield* ask("Registration.registerEnterprise")
  yield* ask("Registration.confirm", { query: `?confirmation_token=${demo.confirmationToken}` })
  yield* ask("Registration.confirmNewEmail", { query: `?confirmation_token=${demo.newEmailToken}` })

  const administrator = { token }
  yield* ask("EnterpriseUsers.list", { query: "?page_size=60", ...administrator })
  yield* ask("Pods.list", administrator)
  const user = textAt(
    yield* ask("EnterpriseUsers.provision", { body: { email: "c@example.com" }, ...administrator }),
    "id"
  )
  for (const body of [{ active: false }, { active: true, name: "C" }, { email: "d@example.com" }])
    yield* ask("EnterpriseUsers.update", { ids: [user], body, ...administrator })
  yield* ask("EnterpriseUsers.update", { ids: ["102"], body: { active: false }, ...administrator })
  yield* ask("EnterpriseUsers.list", administrator)
  yield* ask("EnterpriseUsers.remove", { ids: [user], ...administrator })
  yield* ask("EnterpriseUsers.remove", { ids: ["103"], ...administrator })
  yield* ask("Calls.list", administrator)
})

const forms: { readonly [Form in ErrorForm]: unknown } = {
  errorV1: { code: 1, message: "no" },
  errorV1R1: { code: 1, message: "no", name: "generic" },
  errorText: "no"
}

const ofError = ({ errorForms }: Operation, status: number): Look | undefined => {
  const known = errorForms.get(status)
  if (known === undefined) return undefined
  const look = noLook()
  for (const form of known) Shape.learn(look.shape, forms[form])
  look.types.add("application/json")
  return look
}

/** What the emulator answers, by operation and status; nothing where it never does. */
export type Reference = (operation: OperationId, status: number) => Look | undefined

/** Finds out what the emulator answers as it chooses at gaps. */
export const learn = Effect.fnUntraced(function* (machine: Clock.Clock, choices: Partial<Choices>) {
  const looks = new Map<string, Look>()
  yield* askAll(make(machine, choices), (id, answer) => {
    if (answer.status >= 400) return
    const key = `${id} ${answer.status}`
    const look = looks.get(key) ?? noLook()
    looks.set(key, look)
    lookAt(look, id, answer)
  })
  const reference: Reference = (id, status) =>
    status >= 400 ? ofError(byId(id), status) : looks.get(`${id} ${status}`)
  return reference
})
