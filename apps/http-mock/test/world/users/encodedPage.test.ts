import { assert, describe, it } from "@effect/vitest"
import { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import * as Page from "@remote-assist/core/Page"
import * as HashMap from "effect/HashMap"
import * as Schema from "effect/Schema"

import { logIn } from "../../../src/service/groups/Auth.ts"
import { list, provision, remove, update } from "../../../src/service/groups/EnterpriseUsers.ts"
import { confirmNewEmail } from "../../../src/service/groups/Registration.ts"
import { runToEnd } from "../../../src/world/lists/Cooperative.ts"
import type { World } from "../../../src/world/model/World.ts"
import { timestamp } from "../../../src/world/timestamp.ts"
import * as Encoded from "../../../src/world/users/encodedPage.ts"
import * as RowTextCache from "../../../src/world/users/encodedPage.ts"
import type { Entry } from "../../../src/world/users/User.ts"
import * as rows from "../../support/rows.ts"
import { now, on, taken, worldOf } from "../../support/worlds.ts"

const seeded = 30
const start = worldOf({ users: seeded })

const encode = Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(Page.Page(EnterpriseUser))))

const decode = Schema.decodeSync(Schema.fromJsonString(Schema.toCodecJson(Page.Page(EnterpriseUser))))

const positive = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 }))

const index = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))

const Change = Schema.Struct({
  do: Schema.Literals(["provision", "deactivate", "rename", "new e-mail", "remove", "log in"]),
  at: index
})
type Change = typeof Change.Type

interface Both {
  readonly world: World
  readonly model: ReadonlyArray<Entry>
}

const replaced = (model: ReadonlyArray<Entry>, entry: Entry, change: Partial<Entry>) =>
  model.map((other) => (other === entry ? { ...entry, ...change } : other))

const password = "correct-horse"

const apply = ({ model, world }: Both, change: Change, step: number): Both => {
  const at = now + step * 1000
  const entry = model[change.at % model.length]
  if (change.do === "provision" || entry === undefined) {
    const [next, made] = taken(provision(on(world, at), { email: `new.${step}@example.org` }))
    return { world: next, model: [...model, made] }
  }
  const updated_at = timestamp(at)
  const { id } = entry
  switch (change.do) {
    case "deactivate":
      return {
        world: taken(update(on(world, at), id, { active: !entry.active }))[0],
        model: replaced(model, entry, { active: !entry.active, updated_at })
      }
    case "rename":
      return {
        world: taken(update(on(world, at), id, { name: `Name ${step}` }))[0],
        model: replaced(model, entry, { name: `Name ${step}`, updated_at })
      }
    case "new e-mail": {
      const email = `other.${step}@example.org`
      const [asked] = taken(update(on(world, at), id, { email }))
      const mail = [...HashMap.values(asked.outbox)].find(({ to }) => to === email)
      const [next] = taken(confirmNewEmail(on(asked, at), mail?.token ?? "none"))
      return { world: next, model: replaced(model, entry, { email, confirmed_at: updated_at, updated_at }) }
    }
    case "remove":
      return { world: taken(remove(on(world), id))[0], model: model.filter((other) => other !== entry) }
    case "log in":
      return entry.active
        ? {
            world: taken(logIn(on(world, at), { email: entry.email, password }))[0],
            model: replaced(model, entry, { last_used_at: updated_at, is_first_login: false })
          }
        : { model, world }
  }
}

const shown = (
  world: World,
  query: { readonly page?: number; readonly page_size?: number },
  texts?: RowTextCache.RowTextCache
) => {
  const json = runToEnd(
    Encoded.page(world.users, taken(runToEnd(list(on(world), query))), texts === undefined ? {} : { texts })
  )
  return typeof json === "string" ? json : new TextDecoder().decode(json)
}

describe("Encoded", () => {
  it.prop(
    "is, byte for byte, the page that the contract encodes",
    { page: positive, page_size: positive },
    ({ page, page_size }) => {
      const query = { page, page_size }
      const texts = RowTextCache.makeRowTextCache(7)
      const expected = encode(taken(rows.list(start, query)))
      assert.strictEqual(shown(start, query, texts), expected)
      assert.strictEqual(shown(start, query, texts), expected)
      assert.strictEqual(shown(start, query), expected)
    }
  )

  it.prop(
    "shows every change of a user in the very next page",
    { changes: Schema.Array(Change), page_size: positive },
    ({ changes, page_size }) => {
      const texts = RowTextCache.makeRowTextCache(16)
      let both: Both = { world: start, model: taken(rows.list(start, { page_size: seeded })).entries }
      for (const [step, change] of changes.entries()) {
        both = apply(both, change, step)
        const { model, world } = both
        for (let page = 1; (page - 1) * page_size <= model.length; page++) {
          const expected = {
            entries: model.slice((page - 1) * page_size, page * page_size),
            total_entries: model.length,
            total_pages: Math.ceil(model.length / page_size),
            page,
            page_size
          }
          assert.deepStrictEqual(JSON.parse(shown(world, { page, page_size }, texts)), expected)
          assert.deepStrictEqual(decode(shown(world, { page, page_size })), expected)
        }
      }
    }
  )

  it("is the same where it has so many rows that it is made in slices, none of which has more than others", () => {
    const world = worldOf({ users: 5000, choices: { "page.maximum-size": 5000 } })
    for (const page_size of [1024, 1025, 2048, 5000]) {
      const query = { page_size }
      assert.strictEqual(shown(world, query), encode(taken(rows.list(world, query))), `${page_size}`)
    }
    let [made, most] = [0, 0]
    const page = taken(runToEnd(list(on(world), { page_size: 5000 })))
    const work = Encoded.page(world.users, page, {
      tokenAt: () => {
        made += 1
        return "token"
      }
    })
    for (let before = 0; work.next().done !== true; before = made) most = Math.max(most, made - before)
    assert.deepStrictEqual([made, most], [5000, 1024])
  })

  it("tells the users of one seed from those of another", () => {
    const texts = RowTextCache.makeRowTextCache(16)
    const other = worldOf({ users: seeded, seed: 2 })
    for (const world of [start, other, start])
      assert.strictEqual(shown(world, {}, texts), encode(taken(rows.list(world, {}))))
  })

  it("writes names of any characters as the contract does", () => {
    const [world] = taken(provision(on(start), { email: "ä$&@example.org", name: 'Zoë "$&" 😀 \u2028' }))
    const query = { page: 2 }
    assert.strictEqual(shown(world, query), encode(taken(rows.list(world, query))))
  })
})
