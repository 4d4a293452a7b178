// writes all users of the enterprise to standard output, as CSV

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

const region = setting("REMOTE_ASSIST_REGION") === "eu" ? "eu" : "us"

await using remote = await connect({
  name: region,
  baseUrl: setting(`REMOTE_ASSIST_${region.toUpperCase()}_URL`),
  apiKey: setting("REMOTE_ASSIST_API_KEY")
})

try {
  await remote.session.logIn({
    email: setting("REMOTE_ASSIST_EMAIL"),
    password: setting("REMOTE_ASSIST_PASSWORD")
  })
  console.log("id,email,name,active")
  for await (const { active, email, id, name } of remote.enterpriseUsers.stream({}, { prefetch: 1 }))
    console.log([id, email, name, active].map(quote).join())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
