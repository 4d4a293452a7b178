import { administratorScenario, changeState, Expect, userByEmail } from "@remote-assist/e2e"
import * as HashMap from "effect/HashMap"

/**
 * The picture of a user has two sizes, as that of a pod. No operation sets one, so the emulator is configured with
 * users who have one (interface §2.5, §2.6).
 */
export default administratorScenario(
  function* ({ administrator, colleague }) {
    const avatar = { original: "https://pictures.example/linus.png", thumb: "https://pictures.example/linus-thumb.png" }
    yield* changeState("the colleague has a picture", (world) => ({
      ...world,
      users: {
        ...world.users,
        rows: HashMap.map(world.users.rows, (user) =>
          user.entry.email === colleague.email ? { ...user, entry: { ...user.entry, avatar } } : user
        )
      }
    }))
    const user = yield* userByEmail(colleague.email)
    yield* Expect.equal("picture", user.avatar, avatar)
    const other = yield* userByEmail(administrator.email)
    yield* Expect.equal("picture of who has none", other.avatar, { original: null, thumb: null })
  },
  { tags: ["admin"], needs: ["control"] }
)
