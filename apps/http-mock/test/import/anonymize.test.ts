import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { importWorld } from "../../src/import/importWorld.ts"
import type { WorldFile } from "../../src/library/Emulator.ts"
import { listsOf } from "./support/imported.ts"

interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly [field: string]: unknown
}

// texts that occur nowhere else
const canary = Schema.String.check(Schema.isPattern(/^[qwxyz]{7,10}$/))

const canaries = Schema.UniqueArray(canary).check(Schema.isMinLength(12), Schema.isMaxLength(40))

/** Users with a canary in each field; the first is an administrator. */
const people = (words: ReadonlyArray<string>): ReadonlyArray<Person> =>
  Array.from({ length: Math.floor(words.length / 4) }, (_, index) => {
    const [first = "", last = "", domain = "", other = ""] = words.slice(index * 4)
    return {
      id: 101 + index,
      name: `${first} ${last}`,
      email: `${first}.${last}@${domain}.com`,
      username: [other, `${first}.${last}`, `${first}.${last}@${domain}.com`][index % 3],
      title: other,
      location: last,
      status_message: `${first} is away`,
      license: domain,
      provider: domain,
      provider_uid: other,
      role_name: index === 0 ? "EnterpriseAdmin" : `${domain} agent`,
      permissions: ["view_account", `${domain}_special`],
      avatar: { original: `https://${domain}.com/${first}.png`, thumb: null },
      token: `${first}-${other}`,
      enterprise_id: 4711,
      last_used_at: "2026-03-04T05:06:07.089000Z"
    }
  })

const podsOf = (users: ReadonlyArray<Person>) =>
  users.map(({ id, name }, index) => ({
    id: index + 1,
    name: `Team of ${name}`,
    description: `All of ${name}`,
    default: index === 0,
    user_count: 9,
    users: [{ id, name }],
    admins: [{ id, name }]
  }))

const imported = (users: ReadonlyArray<Person>): WorldFile => {
  const files = [users, podsOf(users)].map((list, index) => ({ name: `${index}.json`, content: JSON.stringify(list) }))
  return Result.getOrThrow(importWorld(files, { anonymize: true, admin: users[0]?.email })).world
}

describe("an anonymized import", () => {
  it.prop("contains no personal data, and is deterministic", { words: canaries }, ({ words }) => {
    const all = people(words)
    const world = imported(all)
    const text = JSON.stringify(world).toLowerCase()
    for (const word of words) assert.notInclude(text, word)
    assert.notMatch(text, /4711|05:06|"id"|https:/)
    assert.strictEqual(JSON.stringify(imported(all)), JSON.stringify(world))
    assert.strictEqual(new Set(world.users?.map(({ email }) => email)).size, all.length)
  })

  it("keeps pods, administrators, flags and dates", async () => {
    const { pods = [], users = [] } = imported([
      { id: 101, name: "Rosa Parks", email: "rosa@plant.com", created_at: "2026-03-04T05:06:07.089000Z" },
      { id: 103, name: "Sam", email: "sam@other.com", active: false }
    ])
    const [rosa, sam] = users
    assert.deepInclude(rosa, { role: "EnterpriseAdmin", created_at: "2026-03-04T00:00:00.000000Z" })
    assert.deepInclude(sam, { active: false })
    assert.deepStrictEqual([rosa?.pods, sam?.pods], [["Pod 1"], ["Pod 2"]])
    assert.deepStrictEqual(pods[1]?.admins, [sam?.email ?? ""])
    const listed = await listsOf({ world: { default: false, pods, users } })
    assert.lengthOf(listed.users, 2)
  })
})
