import {
  expectAccessRefused,
  administratorScenario,
  expectSessionEnd,
  newcomer,
  obtainAccess,
  step
} from "@remote-assist/e2e"

/** Deleting a user ends all their access: log-in, tokens and personal access tokens (interface §3.1, §4.5, 5). */
export default administratorScenario(
  function* ({ users }) {
    const { remove } = users
    const person = yield* newcomer()
    const access = yield* obtainAccess(person)

    yield* expectSessionEnd(person, step("the administrator deletes them", remove(person.id)))
    yield* expectAccessRefused(access)
  },
  { tags: ["admin"], needs: ["world"] }
)
