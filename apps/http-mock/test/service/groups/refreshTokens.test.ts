import { assert, describe, it } from "@effect/vitest"
import * as HashMap from "effect/HashMap"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Codec from "../../../src/persistence/Codec.ts"
import { fromUrl, logIn, refresh } from "../../../src/service/groups/Auth.ts"
import type { World } from "../../../src/world/model/World.ts"
import { day, now, on, successOf, worldOf } from "../../support/worlds.ts"

const logInAs = (world: World, email: string, time = now) => {
  const [next, { refresh }] = successOf(logIn(on(world, time), { email, password: "correct-horse" }))
  return [next, refresh] as const
}

const logInOften = (world: World, times: number, email: string) => {
  const issued: Array<string> = []
  let next = world
  for (let time = 0; time < times; time++) {
    const [after, token] = logInAs(next, email, now + time)
    next = after
    issued.push(token)
  }
  return [next, issued] as const
}

const works = (world: World, token: string) => Result.isSuccess(refresh(on(world, now + day), token))

describe("refresh tokens", () => {
  it("are at most 100 per user, the newest, independent of other users", () => {
    const [seen, graces] = logInAs(worldOf(), "grace")
    const [world, issued] = logInOften(seen, 250, "ada")
    assert.deepStrictEqual(
      issued.map((token) => works(world, token)),
      issued.map((_, at) => at >= 150)
    )
    assert.isTrue(works(world, graces))
    assert.strictEqual(HashMap.size(world.refreshTokens), 101)
  })

  it("are at most 100 for all guests together", () => {
    let world = worldOf()
    for (let time = 0; time < 250; time++)
      world = successOf(fromUrl(on(world, now + time), "https://invite.example/w/demo"))[0]
    assert.strictEqual(HashMap.size(world.refreshTokens), 100)
  })

  it("are removed after they expire", () => {
    const [world] = logInOften(worldOf(), 50, "ada")
    const [later] = logInAs(world, "ada", now + 91 * day)
    assert.strictEqual(HashMap.size(later.refreshTokens), 1)
  })

  it("beyond the limit are removed by the next log-in", () => {
    const [full] = logInOften(worldOf({ choices: { "refresh.most": 300 } }), 300, "ada")
    const saved: any = Schema.encodeSync(Codec.World("us"))(full)
    const { settings, ...before } = saved
    const world = Schema.decodeUnknownSync(Codec.World("us"))({ ...before, settings: { ...settings, choices: {} } })
    assert.strictEqual(HashMap.size(world.refreshTokens), 300)
    const [next, issued] = logInAs(world, "ada", now + 1000)
    assert.strictEqual(HashMap.size(next.refreshTokens), 100)
    assert.isTrue(works(next, issued))
  })
})
