// makes calls in one form, 32 at a time, and prints the processor time of a call in microseconds
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
  const count = z.number().int()
  const page = z.object({
    entries: z.array(user),
    total_entries: count,
    total_pages: count,
    page: count,
    page_size: count
  })
  return byFetch((body) => page.parse(body))
}

const byEffect = async (module) => {
  const [Effect, Layer, ManagedRuntime, Redacted, Http, Client, { EnterpriseUsers }, { Region }, { Session }] =
    await Promise.all([
      import("effect/Effect"),
      import("effect/Layer"),
      import("effect/ManagedRuntime"),
      import("effect/Redacted"),
      import(`@remote-assist/core/${module}`),
      import("@remote-assist/core/Client"),
      import("@remote-assist/core/EnterpriseUsers"),
      import("@remote-assist/core/Region"),
      import("@remote-assist/core/Session")
    ])
  const region = Region.layer({ ...settings, apiKey: Redacted.make("k") })
  const runtime = ManagedRuntime.make(Client.layer.pipe(Layer.provide([region, Http.layer])))
  await runtime.runPromise(Effect.flatMap(Session, (session) => session.start({ token: Redacted.make("t") })))
  const users = await runtime.runPromise(EnterpriseUsers)
  return () => Effect.runPromise(users.list({ page_size: size }))
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
