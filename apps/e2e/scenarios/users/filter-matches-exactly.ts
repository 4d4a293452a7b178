import { administratorScenario, Expect, provisionedUser, step, unusedEmail } from "@remote-assist/e2e"
import * as Stream from "effect/Stream"

/** A filter `<field>=<value>` matches the whole value, also of flags and ids (interface §4.5, 3). */
export default administratorScenario(
  function* ({ users }) {
    const user = yield* provisionedUser({ name: `Exactly ${yield* unusedEmail}` })
    yield* step("they are deactivated", users.deactivate(user.id))

    const inactive = yield* step(
      "deactivated users are listed",
      Stream.runCollect(users.stream({ filter: "active=false" }))
    )
    yield* Expect.isTrue(
      "whether they are among them",
      inactive.some(({ id }) => id === user.id)
    )
    yield* Expect.equal(
      "active users among them",
      inactive.filter(({ active }) => active),
      []
    )
    const byId = yield* step("they are looked up by id", users.list({ filter: `id=${user.id}` }))
    yield* Expect.equal(
      "users with the id",
      byId.entries.map(({ id }) => id),
      [user.id]
    )
    const byName = yield* step("they are looked up by name", users.list({ filter: `name=${user.name}` }))
    yield* Expect.equal("users with the name", byName.total_entries, 1)
    const byPart = yield* step("they are looked up by a part of it", users.list({ filter: "name=Exactly" }))
    yield* Expect.equal("users with a part of the name", byPart.total_entries, 0)
  },
  { tags: ["admin"] }
)
