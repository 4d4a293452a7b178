import { afterAll, assert, beforeAll, describe, it } from "vitest"

import { operations } from "../../src/Contract.ts"
import { steps } from "./acts.ts"
import { answers } from "./answers/all.ts"
import { drive } from "./drive.ts"
import type { Finding, Run } from "./drive.ts"
import { sample } from "./extent.ts"
import { drivePromises, promised } from "./promises.ts"
import { serving } from "./server.ts"

const lineOf = ({ detail, kind, step }: Finding) => `${step}: ${kind}: ${detail}`

// what sends requests is another, what reads their answers is not
const byNode = sample(
  steps.filter(([name]) => ["Auth.logIn", "EnterpriseUsers.list", "EnterpriseUsers.update"].includes(name)),
  1
)

const byFetch = sample(steps, 8)
const all = [...byFetch, ...byNode, ...promised]

describe("the steps", () => {
  it("have every operation of the contract", () => {
    const names = new Set(steps.map(([name]) => name))
    assert.deepStrictEqual(
      operations.map(({ id }) => id).filter((id) => !names.has(id)),
      []
    )
  })
})

describe.each(Object.entries(answers))("%s", (_, answers) => {
  const small = sample(
    answers.filter(({ big }) => !big),
    2
  )
  const unhandled: Array<unknown> = []
  const note = (reason: unknown) => unhandled.push(reason)
  let run: Run = { findings: [], ended: [] }

  beforeAll(async () => {
    process.on("unhandledRejection", note)
    const runs = await serving(small, async (targets) => [
      await drive(targets, { lanes: 4, answers: 16, steps: byFetch }),
      await drive(targets, { lanes: 1, answers: 32, steps: byNode, http: "node" }),
      await drivePromises(targets)
    ])
    run = { findings: runs.flatMap(({ findings }) => findings), ended: runs.flatMap(({ ended }) => ended) }
  }, 300_000)

  afterAll(() => {
    process.off("unhandledRejection", note)
    run = { findings: [], ended: [] }
  })

  it.each(small.map(({ name }) => name))("%s: every step ends typed, and shows no secret", (name) => {
    assert.lengthOf(
      run.ended.filter(({ answer }) => answer === name),
      all.length
    )
    assert.deepStrictEqual(run.findings.filter(({ answer }) => answer === name).map(lineOf), [])
  })

  it("leave no rejection unhandled", () => {
    assert.deepStrictEqual(unhandled, [])
  })
})
