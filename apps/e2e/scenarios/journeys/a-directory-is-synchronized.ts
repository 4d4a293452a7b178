import { Expect, provisionedUser, scenario, step, unusedEmail, userByEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/**
 * A program updates the enterprise from a directory each night: it provisions new users, renames changed ones and
 * deactivates others. A second run has nothing to do (interface §3.1, §4.1, 5, §4.5, 1, 3 and 4).
 */
export default scenario(
  function* ({ administrator, session, users }) {
    yield* step("the program logs in as the enterprise", session.logInAsEnterprise(administrator))
    const about = yield* unusedEmail
    const [renamed, leaver] = [`renamed-${about}`, `leaver-${about}`]
    yield* provisionedUser({ email: renamed, name: "Katherine Goble" })
    yield* provisionedUser({ email: leaver, name: "Leaves Today" })
    const directory = new Map([
      [renamed, "Katherine Johnson"],
      [`joiner-${about}`, "Mary Jackson"]
    ])

    const synchronize = Effect.gen(function* () {
      const there = yield* Stream.runCollect(users.stream({ filter: `email~=%${about}`, page_size: 1 }))
      const active = there.filter((user) => user.active)
      const joiners = [...directory].filter(([email]) => there.every((user) => user.email !== email))
      const changed = active.filter(({ email, name }) => (directory.get(email ?? "") ?? name) !== name)
      const leavers = active.filter(({ email }) => !directory.has(email ?? ""))
      for (const [email, name] of joiners) yield* provisionedUser({ email, name })
      for (const { email, id } of changed) yield* users.update(id, { name: directory.get(email ?? "") ?? "" })
      for (const { id } of leavers) yield* users.deactivate(id)
      return [joiners.length, changed.length, leavers.length]
    })
    yield* Expect.equal("joined, changed and left", yield* step("the first night comes", synchronize), [1, 1, 1])
    yield* Expect.equal("the next night", yield* step("the next night comes", synchronize), [0, 0, 0])
    yield* Expect.equal("the one who left", (yield* userByEmail(leaver)).active, false)
    yield* Expect.equal("the one who changed", (yield* userByEmail(renamed)).name, "Katherine Johnson")
  },
  { tags: ["journey", "admin"] }
)
