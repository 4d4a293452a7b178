// prints the calls of the user, and each change of one, until Ctrl-C

import { setInterval } from "node:timers/promises"

import { connect } from "@remote-assist/core/promise"

const {
  REMOTE_ASSIST_API_KEY: apiKey = "",
  REMOTE_ASSIST_EMAIL: email = "",
  REMOTE_ASSIST_PASSWORD: password = "",
  REMOTE_ASSIST_REGION: name
} = process.env
if (name !== "us" && name !== "eu") throw new Error("Set REMOTE_ASSIST_REGION to us or eu")
const baseUrl = process.env[`REMOTE_ASSIST_${name.toUpperCase()}_URL`] ?? ""

await using remote = await connect({ name, baseUrl, apiKey })
await remote.session.logIn({ email, password })

const states = new Map<string, string>()
for await (const _ of setInterval(1000))
  for (const { dialerName, reasonCallEnded, receiverName, session } of await remote.calls.list()) {
    const state = reasonCallEnded || "running"
    if (states.get(session) !== state) console.log(`${session} ${dialerName} to ${receiverName}: ${state}`)
    states.set(session, state)
  }
