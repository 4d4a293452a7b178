import { assert, describe, it } from "@effect/vitest"
import { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import * as Page from "@remote-assist/core/Page"
import * as HashMap from "effect/HashMap"
import * as Schema from "effect/Schema"

import { logIn } from "../../../src/service/groups/Auth.ts"
import { list, provision, remove, update } from "../../../src/service/groups/EnterpriseUsers.ts"
import { confirmNewEmail } from "../../../src/service/groups/Registration.ts"
import { runToEnd } from "../../../src/world/lists/select.ts"
import type { World } from "../../../src/world/model/World.ts"
import { timestamp } from "../../../src/world/timestamp.ts"
import * as Encoded from "../../../src/world/users/encodedPage.ts"
import type { Entry } from "../../../src/world/users/User.ts"
import * as rows from "../../support/rows.ts"
import { now, on, successOf, worldOf } from "../../support/worlds.ts"

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
    const [next, created] = successOf(provision(on(world, at), { email: `new.${step}@example.org` }))
    return { world: next, model: [...model, created] }
  }
  const updated_at = timestamp(at)
  const { id } = entry
  switch (change.do) {
    case "deactivate":
      return {
        world: successOf(update(on(world, at), id, { active: !entry.active }))[0],
        model: replaced(model, entry, { active: !entry.active, updated_at })
      }
    case "rename":
      return {
        world: successOf(update(on(world, at), id, { name: `Name ${step}` }))[0],
        model: replaced(model, entry, { name: `Name ${step}`, updated_at })
      }
    case "new e-mail": {
      const email = `other.${step}@example.org`
      const [pending] = successOf(update(on(world, at), id, { email }))
      const mail = [...HashMap.values(pending.outbox)].find(({ to }) => to === email)
      const [next] = successOf(confirmNewEmail(on(pending, at), mail?.token ?? "none"))
      return { world: next, model: replaced(model, entry, { email, confirmed_at: updated_at, updated_at }) }
    }
    case "remove":
      return { world: successOf(remove(on(world), id))[0], model: model.filter((other) => other !== entry) }
    case "log in":
      return entry.active
        ? {
            world: successOf(logIn(on(world, at), { email: entry.email, password }))[0],
            model: replaced(model, entry, { last_used_at: updated_at, is_first_login: false })
          }
        : { model, world }
  }
}

const shown = (world: World, query: { readonly page?: number; readonly page_size?: number }) => {
  const json = runToEnd(Encoded.page(world.users, successOf(runToEnd(list(on(world), query)))))
  return typeof json === "string" ? json : new TextDecoder().decode(json)
}

describe("encodedPage", () => {
  it.prop(
    "is the page that the contract encodes, byte for byte",
    { page: positive, page_size: positive },
    ({ page, page_size }) => {
      const query = { page, page_size }
      const expected = encode(successOf(rows.list(start, query)))
      Encoded.forgetTexts()
      assert.strictEqual(shown(start, query), expected)
      assert.strictEqual(shown(start, query), expected)
    }
  )

  it.prop(
    "shows every change of a user in the next page",
    { changes: Schema.Array(Change), page_size: positive },
    ({ changes, page_size }) => {
      let both: Both = { world: start, model: successOf(rows.list(start, { page_size: seeded })).entries }
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
          assert.deepStrictEqual(decode(shown(world, { page, page_size })), expected)
        }
      }
    }
  )

  it("is the same for a large page that is encoded in equal slices", () => {
    const world = worldOf({ users: 5000, choices: { "page.maximum-size": 5000 } })
    for (const page_size of [1024, 1025, 2048, 5000]) {
      const query = { page_size }
      assert.strictEqual(shown(world, query), encode(successOf(rows.list(world, query))), `${page_size}`)
    }
    let [count, most] = [0, 0]
    const page = successOf(runToEnd(list(on(world), { page_size: 5000 })))
    const work = Encoded.page(world.users, page, () => {
      count += 1
      return "token"
    })
    for (let before = 0; work.next().done !== true; before = count) most = Math.max(most, count - before)
    assert.deepStrictEqual([count, most], [5000, 1024])
  })

  it("differs for users of another seed", () => {
    const other = worldOf({ users: seeded, seed: 2 })
    for (const world of [start, other, start])
      assert.strictEqual(shown(world, {}), encode(successOf(rows.list(world, {}))))
  })

  it("encodes names with any characters as the contract does", () => {
    const [world] = successOf(provision(on(start), { email: "ä$&@example.org", name: 'Zoë "$&" 😀 \u2028' }))
    const query = { page: 2 }
    assert.strictEqual(shown(world, query), encode(successOf(rows.list(world, query))))
  })
})
