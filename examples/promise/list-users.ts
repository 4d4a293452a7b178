import { connect, isInvalidCredentials } from "@remote-assist/core/promise"

const {
  REMOTE_ASSIST_API_KEY: apiKey = "",
  REMOTE_ASSIST_EMAIL: email = "",
  REMOTE_ASSIST_PASSWORD: password = "",
  REMOTE_ASSIST_REGION: name
} = process.env
if (name !== "us" && name !== "eu") throw new Error("Set REMOTE_ASSIST_REGION to us or eu")
const baseUrl = process.env[`REMOTE_ASSIST_${name.toUpperCase()}_URL`] ?? ""

await using remote = await connect({ name, baseUrl, apiKey })

try {
  await remote.session.logIn({ email, password })
  // reads page after page, to the end
  for await (const user of remote.enterpriseUsers.stream({ filter: "active=true" })) console.log(user.email)
} catch (error) {
  if (!isInvalidCredentials(error)) throw error
  console.error("Wrong e-mail address or password.")
  process.exitCode = 1
}
