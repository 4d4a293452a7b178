import { resolve } from "node:path"
import { fileURLToPath } from "node:url"

import * as bruno from "./bruno.ts"
import * as consoleTypes from "./consoleTypes.ts"
import * as evidence from "./evidence.ts"
import * as gaps from "./gaps.ts"
import { findStale, update } from "./generatedFiles.ts"
import * as manifests from "./manifests.ts"
import * as commands from "./referenceCommands.ts"
import * as control from "./referenceControl.ts"
import * as errors from "./referenceErrors.ts"
import * as keys from "./referenceKeys.ts"
import * as operations from "./referenceOperations.ts"
import * as settings from "./referenceSettings.ts"
import { programs } from "./samples.ts"
import { folder, pages } from "./scenarios.ts"

/** Where the reference pages are. */
const reference = "docs/reference/"

/** Where the samples of the operations are as programs. */
const samplePrograms = "examples/operations/"

const check = process.argv.includes("--check")
const root =
  process.argv.slice(2).find((argument) => argument !== "--check") ?? fileURLToPath(new URL("../../", import.meta.url))

const texts = new Map([
  ["apps/http-mock/GAPS.md", gaps.render()],
  ["apps/http-mock/EVIDENCE.md", await evidence.render()],
  [consoleTypes.path, consoleTypes.render()],
  [`${reference}control-plane.md`, control.render()],
  ...keys.pages(`${reference}keys.md`),
  [`${reference}settings.md`, settings.render()],
  ...bruno.files,
  ...(await manifests.files()),
  ...errors.pages(`${reference}errors.md`),
  ...(await operations.pages()),
  ...(await programs(samplePrograms)),
  ...(await commands.pages(reference)),
  ...(await pages())
])

const files = { root: resolve(root), texts, folders: [folder, reference, samplePrograms, ...bruno.folders] }
for (const file of await findStale(files)) {
  if (check) {
    console.error(`${file.path} is ${file.state}: run \`pnpm gen\``)
    process.exitCode = 1
    continue
  }
  await update(files, file)
  console.log(`${file.state === "stale" ? "wrote" : "removed"} ${file.path}`)
}
