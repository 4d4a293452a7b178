import { isDeepStrictEqual } from "node:util"

import * as Schema from "effect/Schema"

import { at, listAt, numberAt, recordsAt, textAt } from "../../support/json.ts"
import { ask } from "../support/ask.ts"
import type { Budget } from "../support/Budget.ts"
import { chance } from "../support/Chance.ts"
import { administratorOf, clientOf } from "../support/client.ts"
import type { Client } from "../support/client.ts"
import type { Report } from "../support/Report.ts"
import type { Serve } from "../support/Served.ts"
import { race } from "./clients.ts"

const Headers = Schema.Record(Schema.String, Schema.String)

/** Each tenant gets fewer than 1,000 requests, so its journal has all of them. */
const shapes = [
  { tenants: 1, clients: 16, requests: 12 },
  { tenants: 6, clients: 4, requests: 10 }
] as const

/** Repeats the requests of a journal on a copy of the tenant, each at its original time. Returns the responses that differ. */
const replay = async (client: Client, copy: Client, origin: string): Promise<ReadonlyArray<string>> => {
  const different: Array<string> = []
  const { json: entries } = await client.control("GET", "/journal")
  for (const id of recordsAt(entries).map((entry) => numberAt(entry, "id"))) {
    const { json: entry } = await client.control("GET", `/journal/${id}`)
    await copy.control("POST", "/clock", { set: at(entry, "at"), scale: 0 })
    const [method, path] = [textAt(entry, "method"), textAt(entry, "request", "url")]
    const headers = Schema.decodeUnknownSync(Headers)(at(entry, "request", "headers"))
    const { status, text } = await ask(origin, {
      method,
      path,
      headers,
      body: textAt(entry, "request", "body", "text")
    })
    if (status !== at(entry, "answer", "status") || text !== at(entry, "answer", "body", "text"))
      different.push(
        `${id} ${method} ${path}: ${String(at(entry, "answer", "status"))} ${String(at(entry, "answer", "body", "text"))}, then ${status} ${text}`
      )
  }
  return different
}

/** Checks a tenant after a race: a replay in the order of the journal must lead to the same responses and the same state. */
const problemsAfter = async (
  client: Client,
  sent: number,
  origin: string,
  report: Report
): Promise<ReadonlyArray<string>> => {
  const copy = clientOf(origin, client.tenant, report)
  const { json: entries } = await client.control("GET", "/journal")
  const different = await replay(client, copy, origin)
  const { json: state } = await client.control("GET", "/state")
  const { json: copyState } = await copy.control("GET", "/state")
  await copy.control("DELETE", `/tenants/${copy.tenant}`)
  const emails = listAt(state, "us", "users", "rows").map((row) => textAt(row, "entry", "email"))
  return [
    ...(listAt(entries).length === sent
      ? []
      : [`${sent} requests were sent, and the journal has ${listAt(entries).length}`]),
    ...different.slice(0, 5).map((one) => one.slice(0, 600)),
    // all requests went to one region
    ...(at(state, "us") !== undefined && isDeepStrictEqual(at(state, "us"), at(copyState, "us"))
      ? []
      : ["the same requests in sequence lead to another state"]),
    ...(new Set(emails).size === emails.length ? [] : [`two users have the same e-mail address: ${emails.join(", ")}`]),
    ...emails
      .filter((email) => email.endsWith("@example.org") && !email.startsWith(`${client.tenant}.`))
      .map((email) => `${email} is a user of another tenant`)
  ]
}

/** Lets many clients change the same users in parallel, in one tenant and in several. */
export const attackRaces = async (seed: number, budget: Budget, report: Report, serve: Serve): Promise<void> => {
  await using served = await serve()
  // both emulators start each tenant with the same state
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
      for (const problem of await problemsAfter(client, sent, other.origin, report))
        report.findings.push(`races, round ${round}, tenant ${client.tenant}: ${problem}`)
      await client.control("DELETE", `/tenants/${client.tenant}`)
    }
  }
}
