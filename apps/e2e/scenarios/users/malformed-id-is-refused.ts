import { administratorScenario, refusedOnV1R1 } from "@remote-assist/e2e"

/**
 * The id of a user is an integer: the SDK sends nothing else, and the service refuses a path with anything else with
 * 400 (interface §4.5, 4-5, §7).
 */
export default administratorScenario(
  function* ({ raw }) {
    for (const id of ["ada", "1.5", "0x65"]) {
      const path = `/v1r1/enterprise/users/${id}`
      yield* refusedOnV1R1(`updating the user ${id}`, raw.request("PUT", path, { body: { name: "Nobody" } }))
      yield* refusedOnV1R1(`deleting the user ${id}`, raw.request("DELETE", path))
    }
  },
  { tags: ["admin"], needs: ["world"] }
)
