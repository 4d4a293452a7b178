import { administratorScenario, Expect, latestCall, refusedOnV1, step } from "@remote-assist/e2e"

/**
 * Each of the three ids has at most 512 characters: the SDK refuses longer ones, and so does the service, without a
 * change (interface §4.4, 4, §8).
 */
export default administratorScenario(function* ({ calls, raw }) {
  const call = yield* latestCall

  const tooLong = "x".repeat(513)
  for (const field of ["alt1_id", "alt2_id", "alt3_id"]) {
    const body = { [field]: tooLong, extra_info: "noted beside" }
    const unsent = Expect.failure("the SDK", calls.annotate(call.session, body), "InvalidRequest")
    yield* step(`513 characters in ${field} are noted`, unsent)
    yield* refusedOnV1(`${field} sent past the SDK`, raw.request("PUT", `/v1/calls/${call.session}`, { body }))
  }
  const after = yield* step("the call is read", calls.read(call.session))
  yield* Expect.equal("the text beside", after.extra_info, call.extra_info)
})
