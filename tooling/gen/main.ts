import { resolve } from "node:path"
import { fileURLToPath } from "node:url"

import * as evidence from "./evidence.ts"
import * as gaps from "./gaps.ts"
import { keep } from "./keep.ts"
import * as commands from "./referenceCommands.ts"
import * as control from "./referenceControl.ts"
import * as keys from "./referenceKeys.ts"
import * as operations from "./referenceOperations.ts"
import * as settings from "./referenceSettings.ts"
import { folder, pages } from "./scenarios/pages.ts"

/** Where the reference pages are. */
const reference = "docs/reference/"

const check = process.argv.includes("--check")
const root =
  process.argv.slice(2).find((argument) => argument !== "--check") ?? fileURLToPath(new URL("../../", import.meta.url))

const texts = new Map([
  ["apps/http-mock/GAPS.md", gaps.render()],
  ["apps/http-mock/EVIDENCE.md", await evidence.render()],
  [`${reference}control-plane.md`, control.render()],
  [`${reference}keys.md`, keys.render()],
  [`${reference}operations.md`, operations.render()],
  [`${reference}settings.md`, settings.render()],
  ...(await commands.pages(reference)),
  ...(await pages())
])

for (const { does, path, stale } of await keep({ check, folders: [folder, reference], root: resolve(root), texts }))
  if (check) {
    console.error(`${path} ${stale}: run \`pnpm gen\``)
    process.exitCode = 1
  } else console.log(`${does} ${path}`)
