import { assert } from "@effect/vitest"
import * as Schema from "effect/Schema"

import type { StartedEmulator } from "../../../src/library/promise.ts"
import { answered, key } from "./client.ts"

const below = (end: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: end - 1 }))

const kinds = [
  "create",
  "create",
  "create",
  "log in",
  "log in",
  "make a token",
  "make a token",
  "remove",
  "undo",
  "undo",
  "take",
  "restore",
  "reset",
  "branch",
  "save",
  "load"
] as const

/** Moves of two tenants, of which the second is a branch of the first. */
export const Walk = Schema.Array(
  Schema.Struct({ kind: Schema.Literals(kinds), tenant: below(2), number: below(4) })
).check(Schema.isMinLength(30), Schema.isMaxLength(60))

/** The content of a state: creations of users by e-mail address, refresh tokens and personal access tokens. */
interface Known {
  readonly users: ReadonlyMap<string, number>
  readonly refresh: ReadonlySet<string>
  readonly personal: ReadonlySet<string>
}

interface Line {
  readonly name: string
  now: Known
  initial: Known
  changes: Array<Known>
  readonly snapshots: Map<number, Known>
}

interface Issued {
  readonly token: string
  readonly creation: number
  readonly personal?: string
}

/** Runs moves, compares the emulator with a model, and returns every issued token. */
export const walk = async (emulator: StartedEmulator, moves: typeof Walk.Type) => {
  const send = (tenant: string, method: string, path: string, body?: unknown, token?: string) =>
    answered(
      emulator.handler(
        new Request(`http://emulator/t/${tenant}/us/api${path}`, {
          method,
          headers: { ...key, ...(token === undefined ? {} : { authorization: token }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
    )
  const logIn = async (tenant: string, email: string) => {
    const { json } = await send(tenant, "POST", "/v1r1/auth", { email, password: "correct-horse" })
    return json as { readonly token: string; readonly refresh: string }
  }
  const control = (tenant: string, method: string, path: string, body?: unknown) =>
    answered(
      emulator.handler(
        new Request(`http://emulator/t/${tenant}/__mock${path}`, {
          method,
          headers: key,
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
    )
  const ids = new Map<number, number>()
  const issued: Array<Issued> = []
  const refreshTokens = new Map<string, number>()
  const personalTokens = new Map<string, number>()
  let creations = 0
  const admin = (await logIn("default", "ada@example.com")).token
  const nothing: Known = { users: new Map(), refresh: new Set(), personal: new Set() }
  const lines: ReadonlyArray<Line> = ["default", "branch"].map((name) => ({
    name,
    now: nothing,
    initial: nothing,
    changes: [],
    snapshots: new Map()
  }))
  // ada's log-in
  lines[0]!.changes.push(nothing)
  await control("default", "POST", "/snapshots/current/branch", { tenant: "branch" })
  const exported = new Map<number, { readonly state: unknown; readonly known: Known }>()

  const change = (line: Line, known: Partial<Known>) => {
    line.changes.push(line.now)
    line.now = { ...line.now, ...known }
  }
  const loggedIn = async (line: Line, email: string) => {
    const creation = line.now.users.get(email)
    if (creation === undefined) return undefined
    const { refresh, token } = await logIn(line.name, email)
    change(line, { refresh: new Set([...line.now.refresh, refresh]) })
    issued.push({ token, creation })
    assert.isFalse(refreshTokens.has(refresh), "a refresh token is given out once")
    refreshTokens.set(refresh, creation)
    return { token, creation }
  }

  for (const { kind, number, tenant } of moves) {
    const line = lines[tenant]!
    const other = lines[1 - tenant]!
    const email = `user${number}@example.org`
    switch (kind) {
      case "create": {
        if (line.now.users.has(email)) break
        const body = { email, send_email: false }
        const { json, status } = await send(line.name, "POST", "/v1r1/enterprise/users", body, admin)
        assert.strictEqual(status, 200, JSON.stringify(json))
        creations += 1
        ids.set(creations, json.id)
        change(line, { users: new Map([...line.now.users, [email, creations]]) })
        break
      }
      case "log in":
        await loggedIn(line, email)
        break
      case "make a token": {
        const owner = await loggedIn(line, email)
        if (owner === undefined) break
        const { json } = await send(line.name, "POST", "/v1r1/personal_access_token", undefined, owner.token)
        change(line, { personal: new Set([...line.now.personal, json.token]) })
        assert.isFalse(personalTokens.has(json.token), "a personal access token is given out once")
        personalTokens.set(json.token, owner.creation)
        const exchanged = await send(line.name, "POST", "/v1r1/auth/pat", { token: json.token })
        change(line, {})
        issued.push({ token: exchanged.json.token, creation: owner.creation, personal: json.token })
        break
      }
      case "remove": {
        const creation = line.now.users.get(email)
        if (creation === undefined) break
        await send(line.name, "DELETE", `/v1r1/enterprise/users/${ids.get(creation)}`, undefined, admin)
        const users = new Map(line.now.users)
        users.delete(email)
        const left = (tokens: ReadonlySet<string>, of: ReadonlyMap<string, number>) =>
          new Set([...tokens].filter((token) => of.get(token) !== creation))
        change(line, {
          users,
          refresh: left(line.now.refresh, refreshTokens),
          personal: left(line.now.personal, personalTokens)
        })
        break
      }
      case "undo": {
        const count = Math.min(number + 1, line.changes.length)
        const { status } = await control(line.name, "POST", "/undo", { count: number + 1 })
        assert.strictEqual(status, count === 0 ? 404 : 200)
        if (count > 0) line.now = line.changes.splice(-count)[0]!
        break
      }
      case "take":
        await control(line.name, "PUT", `/snapshots/s${number}`)
        line.snapshots.set(number, line.now)
        break
      case "restore": {
        const known = line.snapshots.get(number)
        const { status } = await control(line.name, "POST", `/snapshots/s${number}/restore`)
        assert.strictEqual(status, known === undefined ? 404 : 200)
        if (known !== undefined) change(line, known)
        break
      }
      case "reset":
        await control(line.name, "POST", "/reset", {})
        change(line, line.initial)
        break
      case "branch":
        await control(line.name, "POST", "/snapshots/current/branch", { tenant: other.name })
        other.now = other.initial = line.now
        other.changes = []
        other.snapshots.clear()
        break
      case "save":
        exported.set(number, { state: (await control(line.name, "GET", "/state")).json, known: line.now })
        break
      case "load": {
        const saved = exported.get(number)
        if (saved === undefined) break
        assert.strictEqual((await control(line.name, "PUT", "/state", saved.state)).status, 200)
        line.now = saved.known
        line.changes = []
        break
      }
    }
  }

  for (const line of lines) {
    const there = new Set(line.now.users.values())
    for (const { creation, personal, token } of issued) {
      const { json, status } = await send(line.name, "GET", "/v1/token/validate", undefined, token)
      const works = there.has(creation) && (personal === undefined || line.now.personal.has(personal))
      assert.strictEqual(status === 200, works, `${line.name}: ${JSON.stringify(json)}`)
      if (works) assert.strictEqual(json.id, String(ids.get(creation)))
    }
    for (const token of personalTokens.keys()) {
      const { status } = await send(line.name, "POST", "/v1r1/auth/pat", { token })
      assert.strictEqual(status === 200, line.now.personal.has(token))
    }
    for (const refresh_token of refreshTokens.keys()) {
      const { status } = await send(line.name, "POST", "/v1/auth/refresh", { refresh_token })
      assert.strictEqual(status === 200, line.now.refresh.has(refresh_token))
    }
  }
  return JSON.stringify([issued, [...refreshTokens], [...personalTokens]])
}
