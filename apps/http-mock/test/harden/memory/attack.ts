import { at } from "../../support/json.ts"
import type { Budget } from "../support/Budget.ts"
import { administratorOf, clientOf } from "../support/client.ts"
import type { Client } from "../support/client.ts"
import type { Report } from "../support/Report.ts"
import { serveProcess } from "../support/Served.ts"
import type { Served } from "../support/Served.ts"

/** The bytes by which the heap may grow in the second half. All limited lists are full after the first half. */
const maxGrowth = 8 * 2 ** 20

const users = "/v1r1/enterprise/users"

/** Sends requests that change only limited lists: the journal, the history, the e-mails and the tokens. */
const round = async (client: Client, admin: string, number: number): Promise<void> => {
  const { json } = await client.service(
    "POST",
    users,
    { email: `user${number}@example.org`, name: "x".repeat(500) },
    admin
  )
  await client.logIn(`user${number}@example.org`)
  await client.service("PUT", `${users}/${String(at(json, "id"))}`, { name: "y".repeat(500) }, admin)
  await client.service("GET", `${users}?filter=${encodeURIComponent(`name~user${number}`)}`, undefined, admin)
  await client.service("DELETE", `${users}/${String(at(json, "id"))}`, undefined, admin)
  await client.service("GET", `/v1/no/such/${number}`, undefined, `token ${number}`)
}

const runHalf = async (served: Served, budget: Budget, report: Report) => {
  const clients = Array.from({ length: 4 }, (_, number) => clientOf(served.origin, `memory-${number}`, report))
  const admins = await Promise.all(clients.map(administratorOf))
  for (let step = 0; budget.allows(step); step++)
    await Promise.all(clients.map((client, at) => round(client, admins[at] ?? "", step)))
  const vitals = await served.vitals({ collected: true })
  report.rss.push(vitals.rss)
  return vitals
}

/** Sends the same requests in two halves. The heap must not grow in the second half. */
export const attackMemory = async (halves: () => Budget, report: Report): Promise<void> => {
  await using served = await serveProcess("--journal", "200")
  report.rss.push((await served.vitals({ collected: true })).rss)
  const middle = await runHalf(served, halves(), report)
  const end = await runHalf(served, halves(), report)
  const growth = end.heap - middle.heap
  if (growth > maxGrowth)
    report.findings.push(
      `memory: the heap grew by ${Math.round(growth / 1024)} KiB in the second half, from ${Math.round(middle.heap / 1024)} KiB`
    )
}
