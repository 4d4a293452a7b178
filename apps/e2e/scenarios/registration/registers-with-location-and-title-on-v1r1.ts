import { administratorLooksUp, applicant, Expect, mailedToken, registerWith, scenario, step } from "@remote-assist/e2e"

/**
 * Registration on `/v1r1` also takes a location and a title, which the confirmed user has (interface §4.3, 5 and §9,
 * 2).
 */
export default scenario(
  function* ({ registration }) {
    const person = { ...(yield* applicant), location: "Hampton", title: "Engineer" }

    yield* registerWith(person.email, registration.registerV1R1({ user_info: person }))
    const confirmation = yield* mailedToken(person.email)
    yield* step("the account is confirmed", registration.confirm(confirmation))
    const user = yield* administratorLooksUp(person.email)
    yield* Expect.equal("their name", user.name, person.name)
    yield* Expect.equal("location and title", [user.location, user.title], [person.location, person.title])
  },
  { tags: ["smoke"], needs: ["outbox"] }
)
