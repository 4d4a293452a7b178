import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { stripTypeScriptTypes } from "node:module"
import { dirname, join, resolve } from "node:path"

import { rolldown } from "rolldown"

import ownManifest from "../apps/e2e/package.json" with { type: "json" }
import { exitCodes } from "../apps/e2e/src/cli/exitCodes.ts"
import { ownFolder } from "../apps/e2e/src/runner/discover.ts"
import manifest from "../package.json" with { type: "json" }
import { entryOf } from "./entry.ts"

// Bundles the scenario runner: its command and what scenarios import, with one copy of what both use. Effect, the SDK and the
// emulator stay outside, as scenarios and tests of a project share them with it. Its scenarios are stripped of their types,
// as Node does it nowhere below node_modules: what stands in a line or a column stays there.

const out = resolve("dist")
const bundled = join(out, "bundled")
const scenarios = join(out, "scenarios")

for (const folder of [bundled, scenarios]) await rm(folder, { recursive: true, force: true })

await using bundle = await rolldown({
  input: {
    command: resolve("main.ts"),
    library: resolve("src/library.ts"),
    // vitest loads these in its workers
    worker: resolve("src/engine/worker.ts"),
    ScenarioRunner: resolve("src/engine/ScenarioRunner.ts")
  },
  platform: "node",
  external: [
    /^effect\//,
    /^@effect\/platform-node\//,
    /^@remote-assist\/(?:core|http-mock)(?:\/|$)/,
    /^vitest(?:\/|$)/,
    "fast-check"
  ],
  onLog: (_level, log) => {
    // a command may load what the program has loaded already
    if (log.code !== "INEFFECTIVE_DYNAMIC_IMPORT") throw new Error(log.message)
  }
})
await bundle.write({
  dir: bundled,
  format: "esm",
  // names and lines stay: they show in stacks
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  comments: false,
  chunkFileNames: "[name].js"
})

for (const file of await readdir(ownFolder, { recursive: true }))
  if (file.endsWith(".ts")) {
    const to = join(scenarios, file.replace(/\.ts$/, ".js"))
    await mkdir(dirname(to), { recursive: true })
    await writeFile(to, stripTypeScriptTypes(await readFile(join(ownFolder, file), "utf8")))
  }

const entry = join(out, "e2e.mjs")
await writeFile(
  entry,
  entryOf("./bundled/command.js", manifest.engines.node, {
    code: exitCodes.usage,
    effect: ownManifest.peerDependencies.effect
  })
)
await chmod(entry, 0o755)
