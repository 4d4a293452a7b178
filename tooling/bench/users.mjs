// what the clients of calls.ts and decode.ts share

/** Makes the schema of a page of users with zod. */
export const makePage = async () => {
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
  return z.object({
    entries: z.array(user),
    total_entries: count,
    total_pages: count,
    page: count,
    page_size: count
  })
}

/** Makes the services of the SDK with Effect over a layer of `Http`; returns that of users, with a session. */
export const makeUsers = async (settings, makeHttp) => {
  const [Effect, Layer, ManagedRuntime, Redacted, Client, { EnterpriseUsers }, { Region }, { Session }] =
    await Promise.all([
      import("effect/Effect"),
      import("effect/Layer"),
      import("effect/ManagedRuntime"),
      import("effect/Redacted"),
      import("@remote-assist/core/Client"),
      import("@remote-assist/core/EnterpriseUsers"),
      import("@remote-assist/core/Region"),
      import("@remote-assist/core/Session")
    ])
  const region = Region.layer({ ...settings, apiKey: Redacted.make(settings.apiKey) })
  const runtime = ManagedRuntime.make(Client.layer.pipe(Layer.provide([region, await makeHttp()])))
  await runtime.runPromise(Effect.flatMap(Session, (session) => session.start({ token: Redacted.make("t") })))
  return { users: await runtime.runPromise(EnterpriseUsers), run: Effect.runPromise }
}
