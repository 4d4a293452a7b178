// writes all users of the enterprise to standard output, as CSV

import { pipeline } from "node:stream/promises"

import { connect } from "@remote-assist/core/promise"

const setting = (name: string) => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`Set ${name}`)
  return value
}

// a spreadsheet runs a text such as =1+1 as a formula
const quote = (value?: boolean | number | string | null) =>
  `"${String(value ?? "")
    .replace(/^[=+\-@\t\r]/, "'$&")
    .replaceAll('"', '""')}"`

async function* lines() {
  const region = setting("REMOTE_ASSIST_REGION")
  if (region !== "us" && region !== "eu") throw new Error(`Set REMOTE_ASSIST_REGION to us or eu, not to "${region}"`)
  await using remote = await connect({
    name: region,
    baseUrl: setting(`REMOTE_ASSIST_${region.toUpperCase()}_URL`),
    apiKey: setting("REMOTE_ASSIST_API_KEY")
  })
  await remote.session.logIn({
    email: setting("REMOTE_ASSIST_EMAIL"),
    password: setting("REMOTE_ASSIST_PASSWORD")
  })
  yield "id,email,name,active\n"
  for await (const { active, email, id, name } of remote.enterpriseUsers.stream({}, { prefetch: 1 }))
    yield `${[id, email, name, active].map(quote).join()}\n`
}

try {
  await pipeline(lines, process.stdout)
} catch (error) {
  // the program that reads a pipe, such as head, may end first
  const isEnd = error instanceof Error && "code" in error && error.code === "EPIPE"
  if (!isEnd) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
