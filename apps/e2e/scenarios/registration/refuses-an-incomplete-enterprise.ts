import { apiKeyHeader, Expect, scenario, sendRaw, step, unusedEmail } from "@remote-assist/e2e"

/** All four fields of an enterprise are required; without one of them its registration is 400 (interface §4.3, 6). */
export default scenario(function* () {
  const headers = yield* apiKeyHeader
  const whole = {
    contact_email: yield* unusedEmail,
    contact_name: "Mary Jackson",
    enterprise_name: "Hampton Pumps",
    reseller_id: "r-1"
  }

  for (const missing of Object.keys(whole)) {
    const body = { ...whole, [missing]: undefined }
    const request = sendRaw({ method: "POST", path: "/v1r1/register/enterprise", headers, body })
    const { status } = yield* step(`an enterprise without ${missing}`, request)
    yield* Expect.equal("its status", status, 400)
  }
})
