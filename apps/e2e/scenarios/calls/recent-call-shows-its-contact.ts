import { administratorLooksUp, Expect, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * The contact of the most recent call is the other user with their current data. Their token invites them to a session
 * (interface §2.9, §4.4, 2 and 11).
 */
export default scenario(
  function* ({ calls }) {
    const grace = yield* administratorLooksUp("grace@example.com")
    const [recent] = yield* step("the most recent call is read", calls.recent)
    const contact = yield* Expect.present("the contact", recent?.contact)

    yield* Expect.equal("who it is", [contact.id, contact.name], [String(grace.id), grace.name])
    yield* Expect.equal("how to reach them", [contact.email, contact.username], [grace.email, grace.username])
    yield* Expect.equal("as they are now", [contact.active, contact.available], [grace.active, grace.available])
    yield* Expect.equal("their status", contact.status, String(grace.status))
    yield* Expect.equal("a person of the enterprise", [contact.anonymous, contact.is_group], [false, false])
    yield* Expect.equal("their enterprises", contact.enterprise_ids, [grace.enterprise_id])
    yield* Expect.equal("favorite and tags", [contact.favorite, contact.tags], [false, []])
    yield* Expect.equal("their picture", contact.avatar, { timestamp: "", url: "" })
    const token = yield* Expect.present("their token", contact.token)
    yield* Expect.atLeast("length of their token", Redacted.value(token).length, 1)
  },
  { needs: ["world"] }
)
