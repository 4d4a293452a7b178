import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { stripTypeScriptTypes } from "node:module"
import { dirname, join, resolve } from "node:path"

import { rolldown } from "rolldown"

import ownManifest from "../apps/e2e/package.json" with { type: "json" }
import { exitCodes } from "../apps/e2e/src/cli/exitCodes.ts"
import { builtInFolder } from "../apps/e2e/src/runner/discovery.ts"
import manifest from "../package.json" with { type: "json" }
import { generateEntry } from "./entry.ts"

// Bundles the command of the scenario runner and the library that scenarios import, with one copy of shared code. Effect, the
// SDK and the emulator stay outside: scenarios and tests of a project share them. Types are stripped from the scenarios, as
// Node does not do this below node_modules; lines and columns stay.

const out = resolve("dist")
const bundled = join(out, "bundled")
const scenarios = join(out, "scenarios")

for (const folder of [bundled, scenarios]) await rm(folder, { recursive: true, force: true })

const bundle = await rolldown({
  input: {
    command: resolve("main.ts"),
    library: resolve("src/library.ts"),
    // the thread in which vitest runs scenarios
    worker: resolve("src/engine/worker.ts")
  },
  platform: "node",
  external: [
    /^effect\//,
    /^@effect\/platform-node\//,
    /^@remote-assist\/(?:core|http-mock)(?:\/|$)/,
    /^vitest(?:\/|$)/,
    "fast-check"
  ],
  // a slow machine makes no wrong build
  checks: { bundlerTimings: false },
  onLog: (_level, log) => {
    // a dynamic import of a module that is loaded already is fine
    if (log.code !== "INEFFECTIVE_DYNAMIC_IMPORT") throw new Error(log.message)
  }
})
await bundle.write({
  dir: bundled,
  format: "esm",
  // stack traces show names and lines
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  comments: false,
  chunkFileNames: "[name].js"
})
await bundle.close()

for (const file of await readdir(builtInFolder, { recursive: true }))
  if (file.endsWith(".ts")) {
    const to = join(scenarios, file.replace(/\.ts$/, ".js"))
    await mkdir(dirname(to), { recursive: true })
    await writeFile(to, stripTypeScriptTypes(await readFile(join(builtInFolder, file), "utf8")))
  }

const entry = join(out, "e2e.mjs")
await writeFile(
  entry,
  generateEntry("./bundled/command.js", manifest.engines.node, {
    code: exitCodes.usage,
    effect: ownManifest.peerDependencies.effect
  })
)
await chmod(entry, 0o755)
