import { spawnSync } from "node:child_process"
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { afterAll, beforeAll, expect, it } from "vitest"

import { findStale, update } from "../gen/generatedFiles.ts"
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

const page = (group: string) => join(tree, "docs/scenarios", `${group}.md`)

beforeAll(() => {
  for (const path of generated) cpSync(join(repository, path), join(tree, path), { recursive: true })
  appendFileSync(page("auth"), "9. nobody does this\n")
  rmSync(page("pods"))
  writeFileSync(page("a-group-of-old"), "# Scenarios\n")
})

it("`pnpm gen --check` names pages that are stale, missing or obsolete, and writes nothing", () => {
  const program = join(repository, "tooling/gen/main.ts")
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, "--check", tree], { encoding: "utf8" })
  expect({ status, lines: (stdout + stderr).split("\n") }).toEqual({
    status: 1,
    lines: [
      "docs/scenarios/auth.md is stale: run `pnpm gen`",
      "docs/scenarios/pods.md is stale: run `pnpm gen`",
      "docs/scenarios/a-group-of-old.md is obsolete: run `pnpm gen`",
      ""
    ]
  })
  expect(existsSync(page("pods"))).toBe(false)
}, 120_000)

it("`pnpm gen` writes stale and missing pages, and removes obsolete ones", async () => {
  const root = join(tree, "small")
  mkdirSync(join(root, "docs"), { recursive: true })
  for (const name of ["stale", "obsolete"]) writeFileSync(join(root, "docs", name), "old\n")
  const texts = new Map([
    ["docs/stale", "new\n"],
    ["docs/missing", "also new\n"]
  ])
  const files = { root, texts, folders: ["docs/"] }
  for (const file of await findStale(files)) await update(files, file)
  const written = readdirSync(join(root, "docs")).map(
    (name) => [`docs/${name}`, readFileSync(join(root, "docs", name), "utf8")] as const
  )
  expect(new Map(written)).toEqual(texts)
  expect(await findStale(files)).toEqual([])
})

it("the page of a group has the comment, the command and the steps of each scenario", () => {
  expect(readFileSync(page("users"), "utf8")).toContain(`## deactivation-blocks-log-in

A deactivated user cannot log in any more, on /v1 nor on /v1r1; reactivated, they can again (interface §3.1, §4.5,
4).

\`pnpm e2e users/deactivation-blocks-log-in\` · tags: admin, smoke · destructive

1. the administrator logs in
`)
})
