import { connect, SessionEnded } from "@remote-assist/core/promise"
import { tokenFile } from "@remote-assist/core/promise/node"

const {
  REMOTE_ASSIST_API_KEY = "",
  REMOTE_ASSIST_EMAIL = "",
  REMOTE_ASSIST_PASSWORD = "",
  REMOTE_ASSIST_US_URL = ""
} = process.env

await using remote = await connect({
  name: "us",
  baseUrl: REMOTE_ASSIST_US_URL,
  apiKey: REMOTE_ASSIST_API_KEY,
  tokenStore: tokenFile("session.json")
})

// the token of an earlier run, renewed if it has expired
await remote.session.token().catch((error: unknown) => {
  if (!(error instanceof SessionEnded)) throw error
  return remote.session.logIn({ email: REMOTE_ASSIST_EMAIL, password: REMOTE_ASSIST_PASSWORD })
})

console.log((await remote.pods.list()).total_entries)
