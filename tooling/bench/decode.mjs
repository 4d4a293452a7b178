// decodes one answer with many small entries, and prints the processor time and the longest block of the event loop
import { performance } from "node:perf_hooks"

import { makePage, makeUsers } from "./users.mjs"

const [, , form, size] = process.argv
const count = Number(size)

const body = JSON.stringify({
  entries: Array.from({ length: count }, (_, id) => ({
    id: id + 1,
    name: `User ${id}`,
    email: `user.${id}@example.com`,
    active: true
  })),
  total_entries: count,
  total_pages: 1,
  page: 1,
  page_size: count
})

const settings = { name: "us", baseUrl: "http://localhost", apiKey: "k" }

const byZod = async () => {
  const page = await makePage()
  return () => page.parse(JSON.parse(body))
}

const byEffect = async () => {
  const { run, users } = await makeUsers(settings, async () => {
    const [Effect, Layer, { Http }] = await Promise.all([
      import("effect/Effect"),
      import("effect/Layer"),
      import("@remote-assist/core/Http")
    ])
    return Layer.succeed(Http, { exchange: () => Effect.succeed({ status: 200, headers: {}, body }) })
  })
  return () => run(users.list())
}

const byPromise = async () => {
  const { connect } = await import("@remote-assist/core/promise")
  const remote = await connect({ ...settings, fetch: async () => new Response(body) })
  await remote.session.start({ token: "t" })
  return () => remote.enterpriseUsers.list()
}

const forms = { json: async () => () => JSON.parse(body), zod: byZod, effect: byEffect, promise: byPromise }

const decode = await forms[form]()
let longest = 0
let last = performance.now()
const tick = () => {
  const now = performance.now()
  longest = Math.max(longest, now - last)
  last = now
  timer = setImmediate(tick)
}
let timer = setImmediate(tick)
const before = process.cpuUsage()
const { entries } = await decode()
await new Promise((resolve) => setImmediate(resolve))
const { system, user } = process.cpuUsage(before)
clearImmediate(timer)
if (entries.length !== count) throw new Error(`${entries.length} entries instead of ${count}`)
console.log(JSON.stringify([(system + user) / 1000, longest]))
process.exit()
