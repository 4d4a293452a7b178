import type { StartedEmulator } from "../../../src/library/promise.ts"

export const key = { "x-service-api-key": "demo-api-key", "content-type": "application/json" }

export const answered = async (response: Promise<Response>) => {
  const { status, text } = await response.then(async (answer) => ({ status: answer.status, text: await answer.text() }))
  return { status, json: /^[{[]/.test(text) ? JSON.parse(text) : text }
}

/** Sends requests to one tenant of an emulator. */
export const asking = (emulator: StartedEmulator, tenant = "default") => {
  const send = (method: string, path: string, body?: unknown, token = "") =>
    answered(
      emulator.handler(
        new Request(`http://emulator/t/${tenant}${path}`, {
          method,
          headers: { ...key, authorization: token },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
    )
  const logIn = async (email: string) => {
    const { json } = await send("POST", "/us/api/v1r1/auth", { email, password: "correct-horse" })
    return json.token as string
  }
  const create = async (email: string) =>
    send("POST", "/us/api/v1r1/enterprise/users", { email, send_email: false }, await logIn("ada"))
  const whose = async (token: string) => (await send("GET", "/us/api/v1/token/validate", undefined, token)).json.id
  return { send, logIn, create, whose }
}
