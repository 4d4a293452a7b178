import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

import { afterAll, describe, expect, it } from "vitest"

import { layerCases } from "./layers.cases.ts"
import { cases as ruleCases } from "./lint.cases.ts"

const cases = [...ruleCases, ...layerCases]

const root = new URL("../../", import.meta.url).pathname
const tree = mkdtempSync(join(tmpdir(), "lint-"))

/** The cases as files, linted in one run with the workspace's own configuration. */
const lint = () => {
  cpSync(join(root, ".oxlintrc.json"), join(tree, ".oxlintrc.json"))
  for (const shared of ["node_modules", "tsconfig.base.json"]) symlinkSync(join(root, shared), join(tree, shared))
  mkdirSync(join(tree, "tooling"))
  symlinkSync(join(root, "tooling/lint"), join(tree, "tooling/lint"))
  writeFileSync(
    join(tree, "tsconfig.json"),
    `{ "extends": "./tsconfig.base.json", "compilerOptions": { "rootDir": "." } }`
  )
  for (const { path, source } of cases) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), source)
  }
  const run = spawnSync(join(root, "node_modules/.bin/oxlint"), ["--format", "json", "packages", "apps"], {
    cwd: tree,
    encoding: "utf8"
  })
  const report: { diagnostics: Array<{ code: string; filename: string }> } = JSON.parse(run.stdout)
  return Map.groupBy(report.diagnostics, (diagnostic) => diagnostic.filename)
}

afterAll(() => rmSync(tree, { recursive: true }))

describe("lint", () => {
  const found = lint()
  for (const { path, what, breaks } of cases)
    it(`${what} in ${dirname(path)}`, () => {
      const codes = new Set(found.get(path)?.map((diagnostic) => diagnostic.code))
      expect([...codes]).toEqual(breaks === undefined ? [] : [breaks])
    })
})
