import { spawnSync } from "node:child_process"
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { afterAll, beforeAll, expect, it } from "vitest"

import { published } from "../packing/published.ts"

const repository = fileURLToPath(new URL("../..", import.meta.url))

const generated = [
  ...published.map((folder) => `${folder}/package.json`),
  "apps/console/src/openapi.ts",
  "apps/http-mock/GAPS.md",
  "apps/http-mock/EVIDENCE.md",
  "docs/bruno",
  "docs/reference",
  "docs/scenarios",
  "examples/operations"
]

const tree = mkdtempSync(join(tmpdir(), "gen-"))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

const gen = (...flags: ReadonlyArray<string>) => {
  const program = join(repository, "tooling/gen/main.ts")
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...flags, tree], { encoding: "utf8" })
  return { status, output: (stdout + stderr).split("\n").filter((line) => line !== "") }
}

const page = (group: string) => join(tree, "docs/scenarios", `${group}.md`)

beforeAll(() => {
  for (const path of generated) cpSync(join(repository, path), join(tree, path), { recursive: true })
  appendFileSync(page("auth"), "9. nobody does this\n")
  rmSync(page("pods"))
  writeFileSync(page("a-group-of-old"), "# Scenarios\n")
})

it("`pnpm gen --check` names pages that are stale, missing or obsolete, and writes nothing", () => {
  expect(gen("--check")).toEqual({
    status: 1,
    output: [
      "docs/scenarios/auth.md is stale: run `pnpm gen`",
      "docs/scenarios/pods.md is stale: run `pnpm gen`",
      "docs/scenarios/a-group-of-old.md is obsolete: run `pnpm gen`"
    ]
  })
  expect(existsSync(page("pods"))).toBe(false)
}, 60_000)

it("`pnpm gen` writes stale and missing pages, and removes obsolete ones", () => {
  expect(gen()).toEqual({
    status: 0,
    output: ["wrote docs/scenarios/auth.md", "wrote docs/scenarios/pods.md", "removed docs/scenarios/a-group-of-old.md"]
  })
  for (const group of ["auth", "pods"])
    expect(readFileSync(page(group), "utf8")).toBe(readFileSync(join(repository, `docs/scenarios/${group}.md`), "utf8"))
}, 60_000)

it("the page of a group has the comment, the command and the steps of each scenario", () => {
  expect(readFileSync(page("users"), "utf8")).toContain(`## deactivation-blocks-log-in

A deactivated user cannot log in any more, on /v1 nor on /v1r1; reactivated, they can again (interface §3.1, §4.5,
4).

\`pnpm e2e users/deactivation-blocks-log-in\` · tags: admin, smoke · destructive

1. the administrator logs in
`)
})
