import { isDeepStrictEqual } from "node:util"

import { at, recordsAt } from "../../support/json.ts"
import type { Budget } from "../support/Budget.ts"
import { chance } from "../support/Chance.ts"
import { administratorOf, clientOf } from "../support/client.ts"
import type { Report } from "../support/Report.ts"
import type { Serve } from "../support/Served.ts"
import { Model } from "./Model.ts"
import { moves, weightedNames } from "./moves.ts"
import type { Step, Walk } from "./moves.ts"

const stepsPerWalk = 60

const responseProblems = ({
  essentials = {},
  expected,
  response: { json, status, text }
}: Step): ReadonlyArray<string> => [
  ...(status === expected ? [] : [`status ${status}, not ${expected}: ${text.slice(0, 300)}`]),
  ...Object.entries(essentials).flatMap(([field, value]) =>
    isDeepStrictEqual(at(json, field), value)
      ? []
      : [`${field} is ${JSON.stringify(at(json, field))}, not ${JSON.stringify(value)}`]
  )
]

/** Compares the listed users with the users of the model. */
const listProblems = async ({ admin, client, model }: Walk): Promise<ReadonlyArray<string>> => {
  const { json } = await client.service("GET", "/v1r1/enterprise/users?page_size=100", undefined, admin)
  const listed = recordsAt(json, "entries").map(({ active, email, id, name }) => [id, email, name, active])
  const expected = [...model.now.users.values()]
    .toSorted((one, other) => one.id - other.id)
    .map(({ active, email, id, name }) => [id, email, name, active])
  return isDeepStrictEqual(listed, expected)
    ? []
    : [`users are ${JSON.stringify(listed)}, not ${JSON.stringify(expected)}`]
}

/** Changes users in new tenants by random steps, and predicts each response with a model. A walk ends at its first problem. */
export const attackModels = async (seed: number, budget: Budget, report: Report, serve: Serve): Promise<void> => {
  await using served = await serve("--gap", "refresh.reuse=once")
  for (let round = 0; budget.allows(round); round++) {
    const client = clientOf(served.origin, `walk-${round}`, report)
    const model = new Model()
    const admin = await administratorOf(client)
    model.change({})
    const walk: Walk = { model, client, admin, chance: chance(seed, `walk ${round}`), refresh: [], tokens: [] }
    const trail: Array<string> = []
    for (let step = 0; step < stepsPerWalk; step++) {
      const name = walk.chance.pick(weightedNames)
      const move = moves[name]?.[1]
      if (move === undefined) throw new Error(`There is no move ${name}.`)
      trail.push(name)
      const result = await move(walk)
      const problems = [...responseProblems(result), ...(step % 5 === 4 ? await listProblems(walk) : [])]
      if (problems.length === 0) continue
      report.findings.push(`models, walk ${round}, step ${step}: ${problems.join("; ")}\n  after ${trail.join(", ")}`)
      break
    }
    await client.control("DELETE", `/tenants/${client.tenant}`)
  }
}
