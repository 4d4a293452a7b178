import { connect } from "../../src/promise.ts"
import type { Remote } from "../../src/promise.ts"
import { canaries } from "./canaries.ts"
import { longest, longestMessage, lengthOf, timeouts, secretsIn, typed } from "./drive.ts"
import type { Run } from "./drive.ts"
import { errorSeen, printed } from "./seen.ts"
import type { Target } from "./server.ts"

const firstOf = async (walk: AsyncIterable<unknown>) => {
  const entries: Array<unknown> = []
  for await (const entry of walk) if (entries.push(entry) === 50) break
  return entries
}

/** What a program does by promises: each kind of answer that is read in a way of its own. */
export const promised: ReadonlyArray<readonly [name: string, act: (remote: Remote) => Promise<unknown>]> = [
  ["promise: request", (remote) => remote.request("GET", "/v1/unheard_of").withResponse()],
  ["promise: a change", ({ enterpriseUsers }) => enterpriseUsers.update(7, { active: true })],
  ["promise: a change, as received", ({ enterpriseUsers }) => enterpriseUsers.remove(7).withResponse()],
  ["promise: tokens", ({ auth }) => auth.logIn({ email: "ada@example.com", password: canaries.password })],
  ["promise: a walk", ({ enterpriseUsers }) => firstOf(enterpriseUsers.stream())],
  ["promise: what is not described", ({ pods }) => pods.list()]
]

const none = Symbol("none")

const within = (promise: Promise<unknown>) => {
  const { promise: late, resolve } = Promise.withResolvers<typeof none>()
  const timer = setTimeout(() => resolve(none), longest)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

const meet = async (run: Run, answer: Target, remote: Remote, [step, act]: (typeof promised)[number]) => {
  const at = { answer: answer.name, step }
  const started = performance.now()
  const end = (outcome: string) => run.ended.push({ ...at, outcome, millis: performance.now() - started })
  const find = (kind: Run["findings"][number]["kind"], detail: string) => run.findings.push({ ...at, kind, detail })
  try {
    const value = await within(act(remote))
    end(value === none ? "no end" : "success")
    if (value === none) find("no end", `not within ${longest} ms`)
    else for (const { detail, kind } of secretsIn(printed("the value", value))) find(kind, detail)
  } catch (error) {
    end(error instanceof Error ? error.name : "no error")
    if (!typed(error)) find("no type", String(error))
    if (lengthOf(error) > longestMessage) find("too long", `a message of ${lengthOf(error)} characters`)
    for (const { detail, kind } of secretsIn(errorSeen(error))) find(kind, detail)
  }
}

const meetAll = async (run: Run, answer: Target) => {
  const remote = await connect({
    name: "us",
    baseUrl: answer.origin,
    apiKey: canaries.apiKey,
    timeout: answer.slow === true ? timeouts.slow : timeouts.usual,
    retries: 0,
    logger: false
  })
  await remote.session.start({ token: canaries.token, refresh: canaries.refresh })
  for (const step of promised) await meet(run, answer, remote, step)
  await remote.close()
}

/** Meets every answer with what a program does by promises. */
export const drivePromises = async (answers: ReadonlyArray<Target>): Promise<Run> => {
  const run: Run = { findings: [], ended: [] }
  await Promise.all(answers.map((answer) => meetAll(run, answer)))
  return run
}
