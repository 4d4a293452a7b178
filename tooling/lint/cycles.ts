import { globSync, readFileSync } from "node:fs"
import { sep } from "node:path"

import { cyclesIn, type Found } from "./findCycles.ts"

const strictPackages: ReadonlyArray<string> = ["apps/http-mock"]

const sources = ["packages/*", "apps/*", "examples", "tooling"]

const exclude = ["**/node_modules", "**/dist", "{packages,apps}/*/test", "examples/**/test", "tooling/test"]

const format = ({ package: name, of, cycle }: Found) => {
  const path = [...cycle, ...cycle.slice(0, 1)].map(({ from }) => from).join(" -> ")
  const imports = of === "files" ? [] : cycle.map(({ by }) => `  ${by.from} -> ${by.to}`)
  return [`${name}: cycle of ${of}: ${path}`, ...imports].join("\n")
}

const paths = globSync(
  sources.map((folder) => `${folder}/**/*.{,c,m}{j,t}s{,x}`),
  { exclude }
)
if (paths.length === 0) throw new Error("No sources found. Run this in the root of the repository.")

const files = new Map(paths.toSorted().map((path) => [path.replaceAll(sep, "/"), readFileSync(path, "utf8")]))
const found = cyclesIn(files, { strictPackages })
if (found.length > 0) {
  console.error(`${found.map(format).join("\n")}
Break each cycle at one import: move the shared code to a module that imports neither. Type imports count.`)
  process.exitCode = 1
}
