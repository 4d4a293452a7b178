import { existsSync, readFileSync } from "node:fs"
import { posix } from "node:path"

import { assert, it } from "vitest"

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8")

const modulesOf = (path: string): ReadonlyArray<string> => [
  path,
  ...Array.from(read(path).matchAll(/ from "(\.[^"]+\.ts)"/g), ([, name = ""]) => name).flatMap((name) =>
    modulesOf(posix.join(posix.dirname(path), name))
  )
]

const [build = ""] = read("apps/http-mock/Dockerfile").split("\nFROM node:24-alpine")

const sourcesIn = (steps: string) =>
  Array.from(steps.matchAll(/^COPY (.*) \S+$/gm), ([, paths = ""]) => paths.split(" ")).flat()

const folders: ReadonlyMap<string, string> = new Map(
  ["packages/core", "packages/cli", "apps/http-mock", "apps/console"].map((folder) => [
    JSON.parse(read(`${folder}/package.json`)).name,
    folder
  ])
)

/** The folders of a package and of the packages of the workspace that it uses. */
const packagesOf = (folder: string): ReadonlyArray<string> => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}/package.json`))
  const used = Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, version]) =>
    String(version).startsWith("workspace:") ? [folders.get(name) ?? assert.fail(`${name} has no folder here`)] : []
  )
  return [folder, ...used.flatMap(packagesOf)]
}

const packages = [...new Set(packagesOf("apps/console"))]

it("the image copies every module of its build", () => {
  const copies = sourcesIn(build).filter((path) => path.startsWith("tooling/"))
  assert.sameMembers(copies, [...new Set(modulesOf("tooling/build.ts"))])
})

it("the image copies what pnpm reads before it installs", () => {
  const [before = ""] = build.split("RUN pnpm install")
  const read = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"]
  // the lock file has the hash of this file
  const hooks = existsSync(new URL("../../../../.pnpmfile.cjs", import.meta.url)) ? [".pnpmfile.cjs"] : []
  assert.sameMembers(sourcesIn(before), [...read, ...hooks, ...packages.map((folder) => `${folder}/package.json`)])
})

it("the image copies and builds the emulator and its console", () => {
  const [, page] = /src="\/?(src\/[^"]+)"/.exec(read("apps/console/index.html")) ?? []
  assert.isDefined(page)
  const console = ["index.html", "vite.config.ts", "tsconfig.json"].map((name) => `apps/console/${name}`)
  assert.includeMembers(sourcesIn(build), [
    ...console,
    ...packages.map((folder) => `${folder}/src`),
    "tsconfig.base.json"
  ])
  assert.match(build, /^RUN pnpm --filter @remote-assist\/http-mock --filter @remote-assist\/console build$/m)
})

it("the context of the image contains exactly the files that it copies", () => {
  const [all, ...allowed] = read("apps/http-mock/Dockerfile.dockerignore").trim().split("\n")
  assert.strictEqual(all, "**")
  assert.sameMembers(
    allowed,
    [...sourcesIn(build), "apps/http-mock/docker"].map((path) => `!${path}`)
  )
})
