import { connect, SessionEnded } from "@remote-assist/core/promise"
import { tokenFile } from "@remote-assist/core/promise/node"

const {
  REMOTE_ASSIST_API_KEY: apiKey = "",
  REMOTE_ASSIST_EMAIL: email = "",
  REMOTE_ASSIST_PASSWORD: password = "",
  REMOTE_ASSIST_REGION: name
} = process.env
if (name !== "us" && name !== "eu") throw new Error("Set REMOTE_ASSIST_REGION to us or eu")
const baseUrl = process.env[`REMOTE_ASSIST_${name.toUpperCase()}_URL`] ?? ""

await using remote = await connect({ name, baseUrl, apiKey, tokenStore: tokenFile("session.json") })

// the token of an earlier run, renewed if it has expired
await remote.session.token().catch((error: unknown) => {
  if (!(error instanceof SessionEnded)) throw error
  return remote.session.logIn({ email, password })
})

console.log((await remote.pods.list()).total_entries)
