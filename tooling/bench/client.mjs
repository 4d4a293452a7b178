// makes calls in one form, 32 at a time, and prints the processor time of a call in microseconds
import { makePage, makeUsers } from "./users.mjs"

const [, , form, users, port] = process.argv
const size = Number(users)
const baseUrl = `http://127.0.0.1:${port}`
const settings = { name: "us", baseUrl, apiKey: "k" }

const byFetch = (decode) => async () => {
  const response = await fetch(`${baseUrl}/api/v1r1/enterprise/users?page_size=${size}`, {
    headers: { accept: "application/json", authorization: "t", "x-service-api-key": "k" }
  })
  return decode(JSON.parse(await response.text()))
}

const byZod = async () => {
  const page = await makePage()
  return byFetch((body) => page.parse(body))
}

const byEffect = async (module) => {
  const { run, users } = await makeUsers(settings, async () => (await import(`@remote-assist/core/${module}`)).layer)
  return () => run(users.list({ page_size: size }))
}

const byPromise = async () => {
  const { connect } = await import("@remote-assist/core/promise")
  const remote = await connect(settings)
  await remote.session.start({ token: "t" })
  return () => remote.enterpriseUsers.list({ page_size: size })
}

const forms = {
  fetch: async () => byFetch((body) => body),
  zod: byZod,
  effect: () => byEffect("HttpNode"),
  fetched: () => byEffect("HttpFetch"),
  promise: byPromise
}

const call = await forms[form]()

const calls = async (count) => {
  let started = 0
  const worker = async () => {
    while (started++ < count) {
      const { entries } = await call()
      if (entries.length !== size) throw new Error(`${entries.length} users instead of ${size}`)
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
}

const count = size === 20 ? 10_000 : 400
await calls(count / 2)
const before = process.cpuUsage()
await calls(count)
const { system, user } = process.cpuUsage(before)
console.log((user + system) / count)
process.exit()
