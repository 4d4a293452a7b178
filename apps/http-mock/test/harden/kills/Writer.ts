import type { Chance } from "../support/Chance.ts"
import { administratorOf } from "../support/client.ts"
import type { Client } from "../support/client.ts"

const users = "/v1r1/enterprise/users"

/** A user as answers told of them; nothing once they are removed. */
interface Written {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly active: boolean
}

type Change = (told: { readonly json: any }) => Written | undefined

/** Writes users of its own until the emulator is gone, and knows what was answered and what was on its way. */
export class Writer {
  readonly written = new Map<string, Written | undefined>()
  readonly refresh: Array<string> = []
  /** The e-mail address of the user that the last request, unanswered, was about. */
  pending: string | undefined
  private made = 0
  private readonly client: Client
  private readonly name: string
  private readonly chance: Chance

  constructor(client: Client, name: string, chance: Chance) {
    this.client = client
    this.name = name
    this.chance = chance
  }

  write = async (heard: () => void): Promise<void> => {
    try {
      const admin = await administratorOf(this.client)
      for (;;) {
        await this.step(admin)
        heard()
      }
    } catch (error) {
      // the emulator is gone
      if (!(error instanceof Error && "code" in error)) throw error
    }
  }

  private step = async (admin: string): Promise<void> => {
    const there = [...this.written.values()].filter((user) => user !== undefined)
    const user = there.length < 3 || this.chance.oneIn(3) ? undefined : this.chance.pick(there)
    if (user === undefined) {
      const email = `${this.name}.${this.made++}@example.org`
      const body = { email, name: "New", send_email: false }
      return this.send(email, "POST", users, body, admin, ({ json }) => ({
        id: json.id,
        email,
        name: "New",
        active: true
      }))
    }
    if (this.chance.oneIn(4))
      return this.send(user.email, "DELETE", `${users}/${user.id}`, undefined, admin, () => undefined)
    if (this.chance.oneIn(4)) {
      const { json } = await this.client.logIn("ada")
      this.refresh.push(json.refresh)
      return
    }
    const body = { name: `Name ${this.chance.below(1000)}`, active: this.chance.oneIn(2) }
    return this.send(user.email, "PUT", `${users}/${user.id}`, body, admin, () => ({ ...user, ...body }))
  }

  private send = async (email: string, method: string, path: string, body: unknown, admin: string, change: Change) => {
    this.pending = email
    const told = await this.client.service(method, path, body, admin)
    if (told.status !== 200) throw new Error(`${method} ${path} is answered ${told.status}: ${told.text}`)
    this.written.set(email, change(told))
    this.pending = undefined
  }

  /** What of that which was answered is not there, as another emulator of the same file tells. */
  missingIn = async (client: Client): Promise<ReadonlyArray<string>> => {
    const admin = await administratorOf(client)
    const missing: Array<string> = []
    for (const [email, user] of this.written) {
      if (email === this.pending) continue
      const path = `${users}?filter=${encodeURIComponent(`email=${email}`)}`
      const [found] = (await client.service("GET", path, undefined, admin)).json.entries
      const { active, id, name } = found ?? {}
      const isThere =
        user === undefined ? found === undefined : id === user.id && name === user.name && active === user.active
      if (!isThere) missing.push(`${email} was answered ${JSON.stringify(user)}, and is ${JSON.stringify(found)}`)
    }
    for (const refresh_token of this.refresh.slice(-3)) {
      const { status } = await client.service("POST", "/v1/auth/refresh", { refresh_token })
      if (status !== 200) missing.push(`a refresh token that was answered is refused: ${status}`)
    }
    return missing
  }
}
