import { isDeepStrictEqual } from "node:util"

import { ask } from "../support/ask.ts"
import type { Budget } from "../support/Budget.ts"
import { chance } from "../support/Chance.ts"
import { administratorOf, clientOf } from "../support/client.ts"
import type { Client } from "../support/client.ts"
import type { Report } from "../support/Report.ts"
import type { Serve } from "../support/Served.ts"
import { race } from "./clients.ts"

/** All of a tenant's requests are in its journal, which keeps 1,000. */
const shapes = [
  { tenants: 1, clients: 16, requests: 12 },
  { tenants: 6, clients: 4, requests: 10 }
] as const

/** Sends the requests of a journal once more to the tenant of that name elsewhere, each at its time; tells what is answered otherwise. */
const resend = async (client: Client, copy: Client, origin: string): Promise<ReadonlyArray<string>> => {
  const different: Array<string> = []
  const { json: entries } = await client.control("GET", "/journal")
  for (const { id } of entries) {
    const { json: entry } = await client.control("GET", `/journal/${id}`)
    const { at, method, request } = entry
    await copy.control("POST", "/clock", { set: at, scale: 0 })
    const path = request.url
    const { status, text } = await ask(origin, { method, path, headers: request.headers, body: request.body.text })
    if (status !== entry.answer?.status || text !== entry.answer.body.text)
      different.push(
        `${id} ${method} ${path}: ${entry.answer?.status} ${entry.answer?.body.text}, then ${status} ${text}`
      )
  }
  return different
}

/** What is not as it must be of a tenant after a race: one order of its requests explains every answer and the state. */
const wrongAfter = async (
  client: Client,
  sent: number,
  origin: string,
  report: Report
): Promise<ReadonlyArray<string>> => {
  const copy = clientOf(origin, client.tenant, report)
  const { json: entries } = await client.control("GET", "/journal")
  const different = await resend(client, copy, origin)
  const { json: state } = await client.control("GET", "/state")
  const { json: again } = await copy.control("GET", "/state")
  await copy.control("DELETE", `/tenants/${copy.tenant}`)
  const rows: ReadonlyArray<{ readonly entry: { readonly email: string } }> = state?.us?.users?.rows ?? []
  const emails = rows.map(({ entry }) => entry.email)
  return [
    ...(entries.length === sent ? [] : [`${sent} requests were sent, and the journal has ${entries.length}`]),
    ...different.slice(0, 5).map((one) => one.slice(0, 600)),
    // no request went to the other region
    ...(state?.us !== undefined && isDeepStrictEqual(state.us, again?.us)
      ? []
      : ["the state is not the one that the same requests lead to one after another"]),
    ...(new Set(emails).size === emails.length ? [] : [`two users have one e-mail address: ${emails.join(", ")}`]),
    ...emails
      .filter((email) => email.endsWith("@example.org") && !email.startsWith(`${client.tenant}.`))
      .map((email) => `${email} is a user of another tenant`)
  ]
}

/** Has many clients at one tenant, and at many, change the same users at the same time. */
export const attackRaces = async (seed: number, budget: Budget, report: Report, serve: Serve): Promise<void> => {
  await using served = await serve()
  // both begin every tenant alike
  await using other = await serve()
  for (let round = 0; budget.allows(round); round++) {
    const { clients, requests, tenants } = shapes[round % 2 === 0 ? 0 : 1]
    const each = async (tenant: number) => {
      const client = clientOf(served.origin, `race-${round}-${tenant}`, report)
      const admin = await administratorOf(client)
      const draws = (number: number) => chance(seed, `race ${round} ${tenant} ${number}`)
      const sent = await Promise.all(
        Array.from({ length: clients }, (_, number) => race(client, admin, draws(number), requests))
      )
      return { client, sent: sent.reduce((sum, count) => sum + count, 1) }
    }
    const all = await Promise.all(Array.from({ length: tenants }, (_, tenant) => each(tenant)))
    for (const { client, sent } of all) {
      for (const wrong of await wrongAfter(client, sent, other.origin, report))
        report.findings.push(`races, round ${round}, tenant ${client.tenant}: ${wrong}`)
      await client.control("DELETE", `/tenants/${client.tenant}`)
    }
  }
}
