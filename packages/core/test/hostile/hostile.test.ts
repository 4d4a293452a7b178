import { afterAll, assert, beforeAll, describe, it } from "vitest"

import { operations } from "../../src/Contract.ts"
import { steps } from "./acts.ts"
import { answers } from "./answers/all.ts"
import { drive } from "./drive.ts"
import type { Finding, Run } from "./drive.ts"
import { serving } from "./server.ts"

const lineOf = ({ detail, kind, step }: Finding) => `${step}: ${kind}: ${detail}`

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
  const small = answers.filter(({ big }) => !big)
  let run: Run = { findings: [], ended: [] }

  beforeAll(async () => {
    run = await serving(small, (targets) => drive(targets, { lanes: 4, answers: 16 }))
  }, 300_000)

  afterAll(() => {
    run = { findings: [], ended: [] }
  })

  it.each(small.map(({ name }) => name))("%s: every step ends typed, and shows no secret", (name) => {
    assert.lengthOf(
      run.ended.filter(({ answer }) => answer === name),
      steps.length
    )
    assert.deepStrictEqual(run.findings.filter(({ answer }) => answer === name).map(lineOf), [])
  })
})
