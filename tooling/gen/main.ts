import { readFile, writeFile } from "node:fs/promises"

import * as evidence from "./evidence.ts"
import * as gaps from "./gaps.ts"
import * as operations from "./operations.ts"

interface Generated {
  readonly path: string
  readonly render: () => Promise<string> | string
}

const generated: ReadonlyArray<Generated> = [
  { path: "packages/core/README.md", render: operations.render },
  { path: "apps/http-mock/GAPS.md", render: gaps.render },
  { path: "apps/http-mock/EVIDENCE.md", render: evidence.render }
]

const check = process.argv.includes("--check")
const root = new URL("../../", import.meta.url)

for (const { path, render } of generated) {
  const file = new URL(path, root)
  const before = await readFile(file, "utf8").catch(() => "")
  const after = await render()
  if (before === after) continue
  if (check) {
    console.error(`${path} is stale: run \`pnpm gen\``)
    process.exitCode = 1
  } else {
    await writeFile(file, after)
    console.log(`wrote ${path}`)
  }
}
