import { readFile } from "node:fs/promises"

import * as Effect from "effect/Effect"

import type { StepRecord } from "../../apps/e2e/src/recorder/Recorder.ts"
import { discover, builtInFolder } from "../../apps/e2e/src/runner/discovery.ts"
import type { DiscoveredScenario } from "../../apps/e2e/src/runner/discovery.ts"
import { failureOf } from "../../apps/e2e/src/runner/Result.ts"
import * as Run from "../../apps/e2e/src/runner/Run.ts"
import { inProcess } from "../../apps/e2e/src/targets/inProcess.ts"
import { page, pagesOf, table } from "./markdown.ts"

/** The folder of the pages. */
export const folder = "docs/scenarios/"

const readme = new URL("../../apps/e2e/README.md", import.meta.url)

/** Start of the addresses of users that the scenarios create. */
const prefix = "e2e-docs"

const randomName = new RegExp(`${prefix}-[a-z0-9]{10}`, "g")

interface Scenario {
  readonly found: DiscoveredScenario
  /** The steps as a numbered list. */
  readonly steps: string
}

/** Replaces random names in the order in which they appear: `user1@example.com`. */
const replaceNames = () => {
  const names = new Map<string, string>()
  return (title: string) =>
    title.replace(randomName, (random) => {
      const name = names.get(random) ?? `user${names.size + 1}`
      names.set(random, name)
      return name
    })
}

/** Lists the steps of an attempt, without those inside of another step. */
const listSteps = (steps: ReadonlyArray<StepRecord>): string => {
  const named = replaceNames()
  return steps
    .filter(({ parent }) => parent === undefined)
    .map(({ title }, index) => `${index + 1}. ${named(title).replace(/[\\*<~]/g, "\\$&")}`)
    .join("\n")
}

/** Runs the scenarios of the runner's own library, each on an emulator in this process; a failure is an error. */
const runAll = Effect.gen(function* () {
  const all = yield* discover([builtInFolder])
  const results = yield* Run.run(all, { id: "docs", kind: inProcess(prefix), concurrency: 8 })
  return all.map((found, index): Scenario => {
    const result = results[index]
    const attempt = result?.attempt
    if (result === undefined || attempt?.outcome._tag !== "Passed")
      throw new Error(
        `The scenario ${found.name} failed: ${(result && failureOf(result)?.message) ?? "it was skipped"}\nSee pnpm e2e ${found.name}`
      )
    return { found, steps: listSteps(attempt.steps) }
  })
})

const source = (path: string) => `${path}, and the steps of a run in process`

/** Reads the description of a group from the table in the runner's README. */
const describe = (text: string, group: string): string => {
  const row = text.split("\n").find((line) => line.startsWith(`| \`${group}\` |`))
  if (row === undefined)
    throw new Error(`apps/e2e/README.md does not describe ${group}. Add the row | \`${group}\` | … |.`)
  return row.split("|")[2]?.trim() ?? ""
}

const section = ({ found, steps }: Scenario): ReadonlyArray<string> => {
  const { destructive, needs, tags } = found.scenario
  const facts = [
    `\`pnpm e2e ${found.name}\``,
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(", ")}`]),
    ...(needs.length === 0 ? [] : [`needs: ${needs.join(", ")}`]),
    ...(destructive ? ["destructive"] : [])
  ]
  return [`## ${found.name.split("/").at(-1)}`, found.description, facts.join(" · "), steps]
}

const introduction = `Each scenario shows what the service does and where the interface says so, the command that runs it, its tags and needs, and its
steps. \`user1@example.com\` is the first user that a scenario creates. To learn the service, begin with the
[journeys](journeys.md).`

/** The pages of the scenarios by their paths: one for each group, and an index. */
export const pages = async (): Promise<ReadonlyMap<string, string>> => {
  const text = await readFile(readme, "utf8")
  const all = await Effect.runPromise(runAll)
  const groups = [...Map.groupBy(all, ({ found }) => found.name.split("/").slice(0, -1).join("/"))]
  const index = page("Scenarios", source("apps/e2e/scenarios"), [
    introduction,
    table(
      ["group", "what its scenarios show"],
      groups.map(([group]) => [`[${group}](${group}.md)`, describe(text, group)])
    )
  ])
  return new Map([
    [`${folder}README.md`, index],
    ...groups.flatMap(([group, scenarios]) => {
      const about = describe(text, group)
      return pagesOf(`${folder}${group}.md`, {
        title: `Scenarios: ${group}`,
        source: source(`apps/e2e/scenarios/${group}`),
        introduction: [`${about.slice(0, 1).toUpperCase()}${about.slice(1)}.`],
        sections: scenarios.map(section)
      })
    })
  ])
}
