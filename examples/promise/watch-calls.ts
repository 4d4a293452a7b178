// prints the calls of the user, and each change of one, until Ctrl-C

import { setInterval } from "node:timers/promises"

import { connect } from "@remote-assist/core/promise"

const {
  REMOTE_ASSIST_API_KEY = "",
  REMOTE_ASSIST_EMAIL = "",
  REMOTE_ASSIST_PASSWORD = "",
  REMOTE_ASSIST_US_URL = ""
} = process.env

await using remote = await connect({ name: "us", baseUrl: REMOTE_ASSIST_US_URL, apiKey: REMOTE_ASSIST_API_KEY })
await remote.session.logIn({ email: REMOTE_ASSIST_EMAIL, password: REMOTE_ASSIST_PASSWORD })

const states = new Map<string, string>()
for await (const _ of setInterval(1000))
  for (const { dialerName, reasonCallEnded, receiverName, session } of await remote.calls.list()) {
    const state = reasonCallEnded || "running"
    if (states.get(session) !== state) console.log(`${session} ${dialerName} to ${receiverName}: ${state}`)
    states.set(session, state)
  }
