import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

// runs the release tests; `--if-changed` skips them if their inputs have not changed since they passed

const lastPassed = new URL("release.json", import.meta.url)

const folders = globSync(["{packages,apps}/*/test/**/*.release.test.ts", "tooling/test/*/*.release.test.ts"]).map(
  (path) => `${dirname(path)}/**`
)
const patterns = [
  ...folders,
  "examples/**",
  "apps/http-mock/{action,docker}/**",
  "apps/console/{src/**,*}",
  "docs/.vitepress/{*,theme/**}",
  "tooling/packing/**",
  "tooling/{sdk,declarations,build,bundling,e2e,entry,licenses}.ts",
  ".changeset/config.json",
  ".pnpmfile.cjs",
  "{packages/core,apps/http-mock,apps/e2e,apps/tui}/package.json"
]

const inputs = () => {
  const hash = createHash("sha256")
  const paths = globSync(patterns, { exclude: ["**/{node_modules,dist,.reports,.turbo}/**", "**/*.tsbuildinfo"] })
  for (const path of [...new Set(paths)].toSorted())
    if (statSync(path).isFile()) hash.update(`${path}\0`).update(readFileSync(path))
  return hash.digest("hex")
}

const isUnchanged = () => JSON.parse(readFileSync(lastPassed, "utf8")).inputs === inputs()

const { argv } = process
const filters = argv.slice(2).filter((arg) => arg !== "--if-changed")
if (argv.includes("--if-changed") && isUnchanged()) {
  console.log("Release tests skipped: their inputs have not changed since they passed.")
} else {
  const { status } = spawnSync("pnpm", ["exec", "vitest", "run", "--reporter=default", ...filters], {
    stdio: "inherit",
    env: { ...process.env, REMOTE_ASSIST_TESTS: "release" }
  })
  process.exitCode = status ?? 1
  if (status === 0 && filters.length === 0)
    writeFileSync(lastPassed, `${JSON.stringify({ inputs: inputs() }, undefined, 2)}\n`)
}
