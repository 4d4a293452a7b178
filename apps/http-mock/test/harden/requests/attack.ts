import * as Effect from "effect/Effect"

import { requestsTo } from "../../conformance/support/requests.ts"
import type { Requests } from "../../conformance/support/requests.ts"
import type { Answer, Site } from "../../conformance/support/Site.ts"
import { textAt } from "../../support/json.ts"
import { ask, isCutOff } from "../support/ask.ts"
import type { RawRequest } from "../support/ask.ts"
import type { Budget } from "../support/Budget.ts"
import { chance } from "../support/Chance.ts"
import { administratorOf, clientOf } from "../support/client.ts"
import { answered, longestBlock } from "../support/Report.ts"
import type { Report } from "../support/Report.ts"
import type { Serve, Served } from "../support/Served.ts"
import { problemsIn } from "./dialect.ts"
import { mutatedRequest } from "./mutations.ts"

const tenants = 6

/** The number of parallel requests. One turn of the event loop can handle all of them. */
const parallel = 8

/** The number of requests between two measurements of the event loop. */
const batch = 48

/** Returns a valid request for each operation, with the tokens of a log-in. */
const validRequests = (token: string, refresh: string): Requests => {
  const json = { id: 2 }
  const ask = () => Effect.succeed<Answer>({ status: 200, type: "application/json", text: "", json })
  const logIn = () => Effect.succeed({ token, refresh })
  return Effect.runSync(requestsTo({ ask, logIn } as unknown as Site))
}

const format = ({ body, headers, method, path }: RawRequest) =>
  JSON.stringify({ method, path: path.slice(0, 400), headers, body: body.slice(0, 200), bytes: body.length }).slice(
    0,
    1500
  )

interface Target {
  readonly base: string
  readonly token: string
  readonly requests: Requests
}

const targetsOf = async (served: Served, report: Report) => {
  const targets: Array<Target> = []
  for (let tenant = 0; tenant < tenants; tenant++) {
    const client = clientOf(served.origin, `requests-${tenant}`, report)
    const token = await administratorOf(client)
    const { json } = await client.logIn("ada")
    targets.push({ base: `/t/${client.tenant}/us`, token, requests: validRequests(token, textAt(json, "refresh")) })
  }
  return targets
}

export interface RequestsOptions {
  readonly serve: Serve
  readonly users: number
  /** Whether to report blocks of the event loop. Processor time measures them. */
  readonly timed: boolean
}

/** Sends mutated requests. Every response must follow the dialect of the service. */
export const attackRequests = async (
  seed: number,
  budget: Budget,
  report: Report,
  { serve, timed, users }: RequestsOptions
): Promise<void> => {
  await using served = await serve("--seed", `users=${users},calls=200`)
  const targets = await targetsOf(served, report)
  // the first requests compile code: discard their blocks of the event loop
  await served.vitals()

  const sendOne = async (step: number) => {
    const draws = chance(seed, `request ${step}`)
    const { base, requests, token } = draws.pick(targets)
    const request = mutatedRequest(requests, token, base, draws)
    const addFinding = (problem: string) =>
      report.findings.push(`requests, step ${step}: ${problem}\n  ${format(request)}`)
    try {
      const response = await ask(served.origin, request)
      answered(report, response.status)
      for (const problem of problemsIn(base, request, response)) addFinding(problem)
    } catch (error) {
      if (!isCutOff(request, error)) addFinding(`no response: ${String(error)}`)
    }
  }

  const checkHealth = async (until: Promise<unknown>) => {
    const attack = { over: false }
    void until.finally(() => (attack.over = true))
    while (!attack.over) {
      const { status } = await ask(served.origin, { method: "GET", path: "/__mock/health", headers: {}, body: "" })
      answered(report, status)
      if (status !== 200) report.findings.push(`requests: /__mock/health answers ${status} during the attack`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  for (let first = 0; budget.allows(first); first += batch) {
    let next = first
    const last = first + batch
    const sender = async () => {
      while (next < last && budget.allows(next)) await sendOne(next++)
    }
    const all = Promise.all(Array.from({ length: parallel }, sender))
    await Promise.all([all, checkHealth(all)])
    const { stall } = await served.vitals()
    if (!timed) continue
    report.longestStall = Math.max(report.longestStall, stall)
    if (stall <= longestBlock) continue
    report.stalls += 1
    report.findings.push(
      `requests, steps ${first} to ${last - 1}: the event loop was blocked for ${Math.round(stall)} ms`
    )
  }
  if (served.errors() !== "") report.findings.push(`requests: the emulator printed ${served.errors().slice(0, 2000)}`)
}
