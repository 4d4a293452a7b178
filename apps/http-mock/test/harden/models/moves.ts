import type { Chance } from "../support/Chance.ts"
import type { Client, Told } from "../support/client.ts"
import type { Model, ModelUser } from "./Model.ts"

/** What a walk knows besides the model: tokens that were given, and who walks. */
export interface Walk {
  readonly model: Model
  readonly client: Client
  readonly admin: string
  readonly chance: Chance
  /** Refresh tokens that were given, whether they still work or not, with the creation of their user. */
  readonly refresh: Array<readonly [string, number]>
  readonly tokens: Array<readonly [string, number]>
}

/** What a step asked, was told, and should have been told. */
export interface Step {
  readonly told: Told
  readonly expected: number
  readonly essentials?: Readonly<Record<string, unknown>>
}

type Move = (walk: Walk) => Promise<Step>

const users = "/v1r1/enterprise/users"

const emails = ["grace@example.com", "one@example.org", "two@example.org", "three@example.org", "four@example.org"]

/** A user there is; ada, who administers, is left alone. */
const someone = ({ chance, model }: Walk): ModelUser | undefined => {
  const others = [...model.now.users.values()].filter(({ id }) => id !== 101)
  return others.length === 0 ? undefined : chance.pick(others)
}

const someId = (walk: Walk) => (walk.chance.oneIn(8) ? undefined : someone(walk)?.id) ?? 9000

const shownOf = ({ active, email, id, name }: { active: boolean; email: string; id: number; name: string }) => ({
  active,
  email,
  id,
  name
})

const provision: Move = async ({ admin, chance, client, model }) => {
  const email = chance.pick(emails)
  const name = `Name ${chance.below(100)}`
  const there = model.withEmail(email)
  const told = await client.service("POST", users, { email, name, send_email: chance.oneIn(2) }, admin)
  if (there !== undefined) return { told, expected: 400 }
  const user = { id: model.now.nextId, email, name, active: true, creation: model.nextCreation() }
  model.change({ users: model.put(user), nextId: user.id + 1 })
  return { told, expected: 200, essentials: shownOf(user) }
}

const changing =
  (change: (chance: Chance) => { readonly name?: string; readonly active?: boolean }): Move =>
  async (walk) => {
    const { admin, chance, client, model } = walk
    const id = someId(walk)
    const body = change(chance)
    const user = model.now.users.get(id)
    const told = await client.service("PUT", `${users}/${id}`, body, admin)
    if (user === undefined) return { told, expected: 400 }
    model.change({ users: model.put({ ...user, ...body }) })
    return { told, expected: 200, essentials: shownOf({ ...user, ...body }) }
  }

const remove: Move = async (walk) => {
  const { admin, client, model } = walk
  const id = someId(walk)
  const user = model.now.users.get(id)
  const told = await client.service("DELETE", `${users}/${id}`, undefined, admin)
  if (user === undefined) return { told, expected: 400 }
  model.change({
    users: new Map([...model.now.users].filter(([other]) => other !== id)),
    refresh: new Map([...model.now.refresh].filter(([, creation]) => creation !== user.creation))
  })
  return { told, expected: 200 }
}

const given = ({ model, refresh, tokens }: Walk, { json }: Told, creation: number, used?: string) => {
  refresh.push([json?.refresh, creation])
  tokens.push([json?.token, creation])
  const left = [...model.now.refresh].filter(([token]) => token !== used)
  model.change({ refresh: new Map([...left, [json?.refresh, creation]]) })
}

const logIn: Move = async (walk) => {
  const email = (walk.chance.oneIn(4) ? undefined : someone(walk)?.email) ?? walk.chance.pick(emails)
  const user = walk.model.withEmail(email)
  const told = await walk.client.logIn(email)
  if (user?.active !== true) return { told, expected: 400 }
  given(walk, told, user.creation)
  return { told, expected: 200 }
}

const refresh: Move = async (walk) => {
  const [token, creation] = walk.refresh.length === 0 ? ["none", 0] : walk.chance.pick(walk.refresh)
  const works = walk.model.now.refresh.has(token) && walk.model.withCreation(creation)?.active === true
  const told = await walk.client.service("POST", "/v1/auth/refresh", { refresh_token: token })
  if (!works) return { told, expected: 401 }
  given(walk, told, creation, token)
  return { told, expected: 200 }
}

const validate: Move = async ({ chance, client, model, tokens }) => {
  const [token, creation] = tokens.length === 0 ? ["none", 0] : chance.pick(tokens)
  const user = model.withCreation(creation)
  const told = await client.service("GET", "/v1/token/validate", undefined, token)
  return user?.active === true ? { told, expected: 200, essentials: { id: String(user.id) } } : { told, expected: 401 }
}

const undo: Move = async ({ chance, client, model }) => {
  const count = 1 + chance.below(chance.oneIn(4) ? 30 : 3)
  const taken = model.undo(count)
  const told = await client.control("POST", "/undo", { count })
  return taken === 0 ? { told, expected: 404 } : { told, expected: 200, essentials: { count: taken } }
}

const snapshot: Move = async ({ chance, client, model }) => {
  const name = `s${chance.below(3)}`
  model.snapshots.set(name, model.now)
  return { told: await client.control("PUT", `/snapshots/${name}`), expected: 200, essentials: { name } }
}

const restore: Move = async ({ chance, client, model }) => {
  const name = `s${chance.below(3)}`
  const known = model.snapshots.get(name)
  const told = await client.control("POST", `/snapshots/${name}/restore`)
  if (known === undefined) return { told, expected: 404 }
  model.change(known)
  return { told, expected: 200, essentials: { restored: name } }
}

const reset: Move = async ({ client, model }) => {
  const told = await client.control("POST", "/reset", {})
  model.change(model.initial)
  return { told, expected: 200, essentials: { reset: client.tenant } }
}

/** What a step of a walk may be; some are there often. */
export const moves: Readonly<Record<string, readonly [weight: number, Move]>> = {
  provision: [5, provision],
  rename: [2, changing(({ below }) => ({ name: `Name ${below(100)}` }))],
  deactivate: [3, changing(() => ({ active: false }))],
  reactivate: [2, changing(() => ({ active: true }))],
  remove: [1, remove],
  "log in": [6, logIn],
  refresh: [5, refresh],
  validate: [4, validate],
  undo: [2, undo],
  snapshot: [2, snapshot],
  restore: [1, restore],
  reset: [1, reset]
}

/** Each name as often as it weighs. */
export const weighed: ReadonlyArray<string> = Object.entries(moves).flatMap(([name, [weight]]) =>
  Array.from({ length: weight }, () => name)
)
