import { numberAt, recordsAt, textAt } from "../../support/json.ts"
import type { JsonRecord } from "../../support/json.ts"
import type { Chance } from "../support/Chance.ts"
import { administratorOf } from "../support/client.ts"
import type { Client, JsonResponse } from "../support/client.ts"

const users = "/v1r1/enterprise/users"

/** A user as the responses show it. */
interface WrittenUser {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly active: boolean
}

/** Returns the user after a successful request, or `undefined` if the request removed it. */
type UserAfter = (response: JsonResponse) => WrittenUser | undefined

/** Writes its own users until the emulator is killed. Records each confirmed change, and the request without a response. */
export class Writer {
  /** The confirmed users by e-mail address; `undefined` if the user was removed. */
  readonly written = new Map<string, WrittenUser | undefined>()
  readonly refreshTokens: Array<string> = []
  /** The e-mail address of the user in the request that waits for its response. */
  pending: string | undefined
  private userCount = 0
  private readonly client: Client
  private readonly name: string
  private readonly chance: Chance

  constructor(client: Client, name: string, chance: Chance) {
    this.client = client
    this.name = name
    this.chance = chance
  }

  write = async (onResponse: () => void): Promise<void> => {
    try {
      const admin = await administratorOf(this.client)
      for (;;) {
        await this.step(admin)
        onResponse()
      }
    } catch (error) {
      // the emulator was killed
      if (!(error instanceof Error && "code" in error)) throw error
    }
  }

  private step = async (admin: string): Promise<void> => {
    const present = [...this.written.values()].filter((user) => user !== undefined)
    const user = present.length < 3 || this.chance.oneIn(3) ? undefined : this.chance.pick(present)
    if (user === undefined) {
      const email = `${this.name}.${this.userCount++}@example.org`
      const body = { email, name: "New", send_email: false }
      return this.send(email, "POST", users, body, admin, ({ json }) => ({
        id: numberAt(json, "id"),
        email,
        name: "New",
        active: true
      }))
    }
    if (this.chance.oneIn(4))
      return this.send(user.email, "DELETE", `${users}/${user.id}`, undefined, admin, () => undefined)
    if (this.chance.oneIn(4)) {
      const { json } = await this.client.logIn("ada")
      this.refreshTokens.push(textAt(json, "refresh"))
      return
    }
    const body = { name: `Name ${this.chance.below(1000)}`, active: this.chance.oneIn(2) }
    return this.send(user.email, "PUT", `${users}/${user.id}`, body, admin, () => ({ ...user, ...body }))
  }

  private send = async (
    email: string,
    method: string,
    path: string,
    body: unknown,
    admin: string,
    userAfter: UserAfter
  ) => {
    this.pending = email
    const response = await this.client.service(method, path, body, admin)
    if (response.status !== 200) throw new Error(`${method} ${path} returned ${response.status}: ${response.text}`)
    this.written.set(email, userAfter(response))
    this.pending = undefined
  }

  /** Returns a message for each confirmed change that an emulator on the same state file does not have. */
  missingIn = async (client: Client): Promise<ReadonlyArray<string>> => {
    const admin = await administratorOf(client)
    const missing: Array<string> = []
    for (const [email, user] of this.written) {
      if (email === this.pending) continue
      const path = `${users}?filter=${encodeURIComponent(`email=${email}`)}`
      const [found] = recordsAt((await client.service("GET", path, undefined, admin)).json, "entries")
      const { active, id, name }: JsonRecord = found ?? {}
      const isPresent =
        user === undefined ? found === undefined : id === user.id && name === user.name && active === user.active
      if (!isPresent) missing.push(`${email} was confirmed as ${JSON.stringify(user)}, but is ${JSON.stringify(found)}`)
    }
    for (const refresh_token of this.refreshTokens.slice(-3)) {
      const { status } = await client.service("POST", "/v1/auth/refresh", { refresh_token })
      if (status !== 200) missing.push(`an issued refresh token is rejected with ${status}`)
    }
    return missing
  }
}
