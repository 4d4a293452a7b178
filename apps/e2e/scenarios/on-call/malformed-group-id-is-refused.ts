import { administratorScenario, refusedOnV1 } from "@remote-assist/e2e"

/**
 * The id of a group is an integer: any other path is refused, which programs can only send without the types of the SDK
 * (interface §4.4, 8-9).
 */
export default administratorScenario(
  function* ({ raw }) {
    const path = "/v1/on_call_groups/hydraulics/favorites"
    yield* refusedOnV1("marking a group by its name", raw.request("POST", path))
    yield* refusedOnV1("taking off its mark", raw.request("DELETE", path))
  },
  { needs: ["world"] }
)
