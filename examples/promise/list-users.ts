import { connect, isInvalidCredentials } from "@remote-assist/core/promise"

const {
  REMOTE_ASSIST_API_KEY = "",
  REMOTE_ASSIST_EMAIL = "",
  REMOTE_ASSIST_PASSWORD = "",
  REMOTE_ASSIST_US_URL = ""
} = process.env

await using remote = await connect({ name: "us", baseUrl: REMOTE_ASSIST_US_URL, apiKey: REMOTE_ASSIST_API_KEY })

try {
  await remote.session.logIn({ email: REMOTE_ASSIST_EMAIL, password: REMOTE_ASSIST_PASSWORD })
  // reads page after page, to the end
  for await (const user of remote.enterpriseUsers.stream({ filter: "active=true" })) console.log(user.email)
} catch (error) {
  if (!isInvalidCredentials(error)) throw error
  console.error("Wrong e-mail address or password.")
  process.exitCode = 1
}
