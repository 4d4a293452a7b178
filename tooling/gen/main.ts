import { resolve } from "node:path"
import { fileURLToPath } from "node:url"

import * as evidence from "./evidence.ts"
import * as gaps from "./gaps.ts"
import { keep } from "./keep.ts"
import * as operations from "./operations.ts"
import { folder, pages } from "./scenarios/pages.ts"

const check = process.argv.includes("--check")
const root =
  process.argv.slice(2).find((argument) => argument !== "--check") ?? fileURLToPath(new URL("../../", import.meta.url))

const texts = new Map([
  ["packages/core/README.md", await operations.render()],
  ["apps/http-mock/GAPS.md", gaps.render()],
  ["apps/http-mock/EVIDENCE.md", await evidence.render()],
  ...(await pages())
])

for (const { does, path, stale } of await keep({ check, folders: [folder], root: resolve(root), texts }))
  if (check) {
    console.error(`${path} ${stale}: run \`pnpm gen\``)
    process.exitCode = 1
  } else console.log(`${does} ${path}`)
