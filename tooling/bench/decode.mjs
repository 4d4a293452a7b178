// decodes one answer with many small entries, and prints the processor time and the longest block of the event loop
import { performance } from "node:perf_hooks"

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

const byZod = async () => {
  const { z } = await import("zod")
  const text = z.string().nullable().optional()
  const flag = z.boolean().nullable().optional()
  const integer = z.number().int().nullable().optional()
  const user = z.object({
    id: z.number().int(),
    username: text,
    name: text,
    email: text,
    available: flag,
    last_used_at: text,
    active: flag,
    avatar: z
      .union([z.string(), z.object({ original: text, thumb: text, timestamp: text, url: text })])
      .nullable()
      .optional(),
    confirmation_sent_at: text,
    confirmed_at: text,
    created_at: text,
    email_confirmed: flag,
    enterprise_id: integer,
    first_call_at: text,
    invitation_sent_at: text,
    is_confirmed: flag,
    is_first_login: flag,
    license: text,
    location: text,
    manage: flag,
    permissions: z.array(z.string()).nullable().optional(),
    provider: text,
    provider_uid: text,
    role_id: integer,
    role_name: text,
    status: z.union([z.number().int(), z.string()]).nullable().optional(),
    status_message: text,
    title: text,
    token: text,
    unavailable_expires_at: text,
    updated_at: text
  })
  const number = z.number().int()
  const page = z.object({
    entries: z.array(user),
    total_entries: number,
    total_pages: number,
    page: number,
    page_size: number
  })
  return () => page.parse(JSON.parse(body))
}

const byEffect = async () => {
  const [Effect, Layer, ManagedRuntime, Redacted, Client, { EnterpriseUsers }, { Http }, { Region }, { Session }] =
    await Promise.all([
      import("effect/Effect"),
      import("effect/Layer"),
      import("effect/ManagedRuntime"),
      import("effect/Redacted"),
      import("@remote-assist/core/Client"),
      import("@remote-assist/core/EnterpriseUsers"),
      import("@remote-assist/core/Http"),
      import("@remote-assist/core/Region"),
      import("@remote-assist/core/Session")
    ])
  const http = Layer.succeed(Http, { exchange: () => Effect.succeed({ status: 200, headers: {}, body }) })
  const region = Region.layer({ name: "us", baseUrl: "http://localhost", apiKey: Redacted.make("k") })
  const runtime = ManagedRuntime.make(Client.layer.pipe(Layer.provide([region, http])))
  await runtime.runPromise(Effect.flatMap(Session, (session) => session.start({ token: Redacted.make("t") })))
  const users = await runtime.runPromise(EnterpriseUsers)
  return () => Effect.runPromise(users.list())
}

const byPromise = async () => {
  const { connect } = await import("@remote-assist/core/promise")
  const remote = await connect({
    name: "us",
    baseUrl: "http://localhost",
    apiKey: "k",
    fetch: async () => new Response(body)
  })
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
