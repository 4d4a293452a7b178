import { at } from "../../support/json.ts"
import type { Chance } from "../support/Chance.ts"
import type { Client, JsonResponse } from "../support/client.ts"
import type { Model, ModelUser } from "./Model.ts"

/** A walk: the model and the tenant that it compares, and the tokens that the tenant issued. */
export interface Walk {
  readonly model: Model
  readonly client: Client
  readonly admin: string
  readonly chance: Chance
  /** All issued refresh tokens, valid or not, each with the `creation` of its user. */
  readonly refresh: Array<readonly [string, number]>
  /** All issued user tokens, each with the `creation` of its user. */
  readonly tokens: Array<readonly [string, number]>
}

/** The response to a step, and the expected status and fields. */
export interface Step {
  readonly response: JsonResponse
  readonly expected: number
  readonly essentials?: Readonly<Record<string, unknown>>
}

type Move = (walk: Walk) => Promise<Step>

const users = "/v1r1/enterprise/users"

const emails = ["grace@example.com", "one@example.org", "two@example.org", "three@example.org", "four@example.org"]

/** Picks an existing user. Excludes ada: the steps need an administrator. */
const pickUser = ({ chance, model }: Walk): ModelUser | undefined => {
  const others = [...model.now.users.values()].filter(({ id }) => id !== 101)
  return others.length === 0 ? undefined : chance.pick(others)
}

const pickId = (walk: Walk) => (walk.chance.oneIn(8) ? undefined : pickUser(walk)?.id) ?? 9000

const publicFields = ({ active, email, id, name }: { active: boolean; email: string; id: number; name: string }) => ({
  active,
  email,
  id,
  name
})

const provision: Move = async ({ admin, chance, client, model }) => {
  const email = chance.pick(emails)
  const name = `Name ${chance.below(100)}`
  const existing = model.withEmail(email)
  const response = await client.service("POST", users, { email, name, send_email: chance.oneIn(2) }, admin)
  if (existing !== undefined) return { response, expected: 400 }
  const user = { id: model.now.nextId, email, name, active: true, creation: model.nextCreation() }
  model.change({ users: model.put(user), nextId: user.id + 1 })
  return { response, expected: 200, essentials: publicFields(user) }
}

const update =
  (change: (chance: Chance) => { readonly name?: string; readonly active?: boolean }): Move =>
  async (walk) => {
    const { admin, chance, client, model } = walk
    const id = pickId(walk)
    const body = change(chance)
    const user = model.now.users.get(id)
    const response = await client.service("PUT", `${users}/${id}`, body, admin)
    if (user === undefined) return { response, expected: 400 }
    model.change({ users: model.put({ ...user, ...body }) })
    return { response, expected: 200, essentials: publicFields({ ...user, ...body }) }
  }

const remove: Move = async (walk) => {
  const { admin, client, model } = walk
  const id = pickId(walk)
  const user = model.now.users.get(id)
  const response = await client.service("DELETE", `${users}/${id}`, undefined, admin)
  if (user === undefined) return { response, expected: 400 }
  model.change({
    users: new Map([...model.now.users].filter(([other]) => other !== id)),
    refresh: new Map([...model.now.refresh].filter(([, creation]) => creation !== user.creation))
  })
  return { response, expected: 200 }
}

/** Records the tokens of a log-in, or of a refresh that used a refresh token. */
const addTokens = ({ model, refresh, tokens }: Walk, { json }: JsonResponse, creation: number, used?: string) => {
  const next = String(at(json, "refresh"))
  refresh.push([next, creation])
  tokens.push([String(at(json, "token")), creation])
  const unused = [...model.now.refresh].filter(([token]) => token !== used)
  model.change({ refresh: new Map([...unused, [next, creation]]) })
}

const logIn: Move = async (walk) => {
  const email = (walk.chance.oneIn(4) ? undefined : pickUser(walk)?.email) ?? walk.chance.pick(emails)
  const user = walk.model.withEmail(email)
  const response = await walk.client.logIn(email)
  if (user?.active !== true) return { response, expected: 400 }
  addTokens(walk, response, user.creation)
  return { response, expected: 200 }
}

const refresh: Move = async (walk) => {
  const [token, creation] = walk.refresh.length === 0 ? ["none", 0] : walk.chance.pick(walk.refresh)
  const isValid = walk.model.now.refresh.has(token) && walk.model.withCreation(creation)?.active === true
  const response = await walk.client.service("POST", "/v1/auth/refresh", { refresh_token: token })
  if (!isValid) return { response, expected: 401 }
  addTokens(walk, response, creation, token)
  return { response, expected: 200 }
}

const validate: Move = async ({ chance, client, model, tokens }) => {
  const [token, creation] = tokens.length === 0 ? ["none", 0] : chance.pick(tokens)
  const user = model.withCreation(creation)
  const response = await client.service("GET", "/v1/token/validate", undefined, token)
  return user?.active === true
    ? { response, expected: 200, essentials: { id: String(user.id) } }
    : { response, expected: 401 }
}

const undo: Move = async ({ chance, client, model }) => {
  const count = 1 + chance.below(chance.oneIn(4) ? 30 : 3)
  const undone = model.undo(count)
  const response = await client.control("POST", "/undo", { count })
  return undone === 0 ? { response, expected: 404 } : { response, expected: 200, essentials: { count: undone } }
}

const snapshot: Move = async ({ chance, client, model }) => {
  const name = `s${chance.below(3)}`
  model.snapshots.set(name, model.now)
  return { response: await client.control("PUT", `/snapshots/${name}`), expected: 200, essentials: { name } }
}

const restore: Move = async ({ chance, client, model }) => {
  const name = `s${chance.below(3)}`
  const state = model.snapshots.get(name)
  const response = await client.control("POST", `/snapshots/${name}/restore`)
  if (state === undefined) return { response, expected: 404 }
  model.change(state)
  return { response, expected: 200, essentials: { restored: name } }
}

const reset: Move = async ({ client, model }) => {
  const response = await client.control("POST", "/reset", {})
  model.change(model.initial)
  return { response, expected: 200, essentials: { reset: client.tenant } }
}

/** The steps of a walk, each with its weight in the random choice. */
export const moves: Readonly<Record<string, readonly [weight: number, Move]>> = {
  provision: [5, provision],
  rename: [2, update(({ below }) => ({ name: `Name ${below(100)}` }))],
  deactivate: [3, update(() => ({ active: false }))],
  reactivate: [2, update(() => ({ active: true }))],
  remove: [1, remove],
  "log in": [6, logIn],
  refresh: [5, refresh],
  validate: [4, validate],
  undo: [2, undo],
  snapshot: [2, snapshot],
  restore: [1, restore],
  reset: [1, reset]
}

/** Each name of a step, repeated by its weight. */
export const weightedNames: ReadonlyArray<string> = Object.entries(moves).flatMap(([name, [weight]]) =>
  Array.from({ length: weight }, () => name)
)
