import type { Side } from "../../src/compare/compareAttempts.ts"
import type { Exchange } from "../../src/recorder/Recorder.ts"
import type { Attempt, Outcome } from "../../src/runner/Result.ts"

/** A request and its answer, in short. */
export interface Answered {
  readonly method?: string
  readonly url?: string
  readonly operation?: Exchange["operation"]
  readonly status?: number
  readonly body?: unknown
  readonly type?: string
  readonly lost?: string
  readonly start?: number
  readonly duration?: number
}

const exchangeOf = (
  {
    body,
    duration = 1,
    lost,
    method = "GET",
    operation = "EnterpriseUsers.list",
    start,
    status = 200,
    type = "application/json",
    url = "/api/v1r1/enterprise/users"
  }: Answered,
  id: number,
  base: string
): Exchange => ({
  id,
  step: undefined,
  operation,
  request: { method, url: `${base}${url}`, headers: {}, body: undefined },
  start: start ?? id * 10,
  duration,
  answer:
    lost === undefined ? { status, headers: { "content-type": type }, body: JSON.stringify(body) ?? "" } : undefined,
  lost
})

/** An attempt with these exchanges on a target of its own. */
export const side = (name: string, answers: ReadonlyArray<Answered>, outcome: Outcome = { _tag: "Passed" }): Side => {
  const attempt: Attempt = {
    outcome,
    duration: 1,
    steps: [],
    exchanges: answers.map((answer, id) => exchangeOf(answer, id, `http://${name}.example`)),
    journal: [],
    leftovers: []
  }
  return { attempt, prefix: `e2e-${name}` }
}
