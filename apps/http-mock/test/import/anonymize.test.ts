import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { importWorld } from "../../src/import/importWorld.ts"
import { worldText } from "../../src/import/worldText.ts"
import type { WorldFile } from "../../src/library/Emulator.ts"
import { importing, listsOf } from "./support/imported.ts"

const key = "a key for the tests of this file"

interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly [field: string]: unknown
}

// texts that nothing else has
const canary = Schema.String.check(Schema.isPattern(/^[qwxyz]{7,10}$/))

const canaries = Schema.UniqueArray(canary).check(Schema.isMinLength(12), Schema.isMaxLength(40))

/** People who have a canary in each field, the first of them an administrator. */
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

const imported = (users: ReadonlyArray<Person>, secret = key): WorldFile => {
  const files = [users, podsOf(users)].map((list, index) => ({
    name: `${index}.json`,
    bytes: Buffer.from(JSON.stringify(list))
  }))
  return Result.getOrThrow(importWorld(files, { key: Redacted.make(secret), admin: users[0]?.email })).world
}

const namesOf = ({ users = [] }: WorldFile) => users.map(({ email, name }) => `${name} ${email}`).toSorted()

describe("an import that anonymizes", () => {
  it.prop("has nothing of anybody in it", { words: canaries }, ({ words }) => {
    const text = worldText(imported(people(words))).toLowerCase()
    for (const word of words) assert.notInclude(text, word)
    assert.notMatch(text, /4711|05:06|"id"|https:/)
  })

  it.prop(
    "has the same stand for the same by one key, in any import, and others by another",
    { words: canaries },
    ({ words }) => {
      const all = people(words)
      const world = imported(all)
      assert.strictEqual(worldText(imported(all.toReversed().toReversed())), worldText(world))
      const few = namesOf(imported(all.slice(0, 2)))
      assert.includeMembers(namesOf(world), few)
      const others = new Set(namesOf(imported(all, `${key}!`)))
      for (const name of namesOf(world)) assert.isFalse(others.has(name))
      assert.strictEqual(new Set(world.users?.map(({ email }) => email)).size, all.length)
    }
  )

  it("keeps who is with whom: domains, mailboxes, user names, pods and administrators", () => {
    const { pods = [], users = [] } = imported([
      { id: 101, name: "Rosa Parks", email: "rosa@plant.com", username: "rosa" },
      { id: 102, name: "Rosa (test)", email: "Rosa+test@plant.com", username: "rosa+test@plant.com" },
      { id: 103, name: "Sam", email: "sam@other.com", username: "sammy" }
    ])
    const rosa = users.find(({ role }) => role === "EnterpriseAdmin")
    const test = users.find(({ email }) => email.includes("+"))
    const sam = users.find((user) => user !== rosa && user !== test)
    const [mailbox = "", domain = ""] = rosa?.email.split("@") ?? []
    assert.strictEqual(rosa?.username, undefined)
    assert.match(test?.email ?? "", new RegExp(`^${mailbox}\\+[a-z]+@${domain}$`))
    assert.deepStrictEqual([test?.name, test?.username], [rosa?.name, test?.email])
    assert.notInclude(sam?.email ?? "", domain)
    assert.match(sam?.username ?? "", /^user\.[a-z]+$/)
    assert.deepStrictEqual(rosa?.pods, [pods[0]?.name ?? ""])
    assert.deepStrictEqual(sam?.pods, [pods[2]?.name ?? ""])
    assert.deepStrictEqual(pods[2]?.admins, [sam?.email ?? ""])
  })
})

describe("the flag --anonymize", { timeout: 60_000 }, () => {
  const texts = { "u.csv": "name,email,role\nRosa Parks,rosa@plant.com,EnterpriseAdmin\nRosa,rosa@plant.com,\n" }

  it("makes a key and tells it, which makes the same world again, and nobody's name", async () => {
    const first = await importing(texts, ["--anonymize"])
    const [, made = ""] = /--key ([\da-f]{32}) /.exec(first.err) ?? []
    const again = await importing(texts, ["--anonymize", "--key", made])
    assert.strictEqual(again.text, first.text)
    assert.notMatch(first.text + first.err + again.err, /rosa|plant/i)
    const { users } = await listsOf({ world: first.world })
    assert.lengthOf(users, 1)
  })

  it("refuses a key that is short, and one that nobody is replaced by", async () => {
    const short = await importing(texts, ["--anonymize", "--key", "short-secret"])
    assert.strictEqual(short.code, 1)
    assert.include(short.err, "at least 16 characters")
    assert.notInclude(short.err, "short-secret")
    const needless = await importing(texts, ["--key", "0123456789abcdef"])
    assert.include(needless.err, "A key is given without --anonymize")
    assert.strictEqual(needless.code, 1)
  })
})
