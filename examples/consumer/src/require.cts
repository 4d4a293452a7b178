import promise = require("@remote-assist/core/promise")

const { BASE_URL: baseUrl = "https://us.example.com", API_KEY: apiKey = "" } = process.env

const podNames = async () => {
  const remote = await promise.connect({ name: "us", baseUrl, apiKey })
  await remote.session.logIn({ email: "ada@example.com", password: promise.secret("correct-horse") })
  const names: Array<string | null | undefined> = []
  for await (const { name } of remote.pods.stream()) names.push(name)
  await remote.close()
  return names
}

void podNames().then((names) => console.log(names.join()))
