import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { basename, join, resolve } from "node:path"

import { rolldown } from "rolldown"
import type { OutputOptions, Plugin } from "rolldown"

import { flatDeclarations } from "./declarations.ts"
import { bundledLicenses, licensesFile } from "./licenses.ts"

// Bundles the entries of the SDK, so that an import loads one or two files instead of forty. The promise form contains what it
// needs of Effect, in one chunk; the other entries import Effect from the program.

const src = resolve("src")
const dir = resolve("dist/bundled")
const effect = "/node_modules/effect/"
const platform = "/node_modules/@effect/platform-node"

const modules = (await readdir(src, { recursive: true }))
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts") && !/^(?:Errors|internal|testing)\//.test(file))
  .map((file) => file.slice(0, -".ts".length))
const isPromise = (module: string) => module === "promise" || module.startsWith("promise/")

/** Replaces portable modules by those for Node. */
const nodePlatform: Plugin = {
  name: "nodePlatform",
  resolveId: {
    filter: { id: /\/platform\/\w+\.ts$/ },
    handler: (id) => join(src, "internal/node", basename(id))
  }
}

const open = (modules: ReadonlyArray<string>, external: ReadonlyArray<RegExp>, plugins: ReadonlyArray<Plugin> = []) =>
  rolldown({
    input: Object.fromEntries(modules.map((module) => [module, join(src, `${module}.ts`)])),
    platform: "neutral",
    plugins: [nodePlatform, ...plugins],
    external: [/^node:/, ...external],
    transform: { target: "es2022" },
    // otherwise it writes the path of each module on this machine
    experimental: { attachDebugInfo: "none" },
    // a slow machine makes no wrong build
    checks: { bundlerTimings: false },
    onLog: (_level, log) => {
      throw new Error(log.message)
    }
  })

const common: OutputOptions = {
  // stack traces show names and lines; above an uncaught error Node shows the line that made it, which must be short
  minify: { compress: { joinVars: false, sequences: false }, mangle: false, codegen: { removeWhitespace: false } },
  comments: false,
  sourcemap: true,
  sourcemapExcludeSources: true,
  // the peer is installed beside the package
  sourcemapPathTransform: (source) => {
    const [, ofEffect] = source.split(effect)
    const [, ofPlatform] = source.split(platform)
    if (ofPlatform !== undefined) return `../../../../@effect/platform-node${ofPlatform}`
    return ofEffect === undefined ? source : `../../../../effect/${ofEffect}`
  },
  sourcemapIgnoreList: (source) => source.includes(effect) || source.includes(platform)
}

/** Lists the modules of a program with all services; they become one chunk. */
const findClientModules = async () => {
  const bundle = await open(["Client"], [/^effect\//])
  const { output } = await bundle.generate({ codeSplitting: false })
  await bundle.close()
  return new Set(output[0].moduleIds)
}

const write = (bundle: Awaited<ReturnType<typeof open>>, options: OutputOptions) =>
  bundle.write({ ...common, ...options, dir })

await rm(dir, { recursive: true, force: true })

const client = await findClientModules()
const withEffect = await open(
  modules.filter((module) => !isPromise(module)),
  [/^effect\//, /^@effect\/platform-node\/NodeRedis$/, /^redis$/]
)
await write(withEffect, {
  format: "esm",
  codeSplitting: { groups: [{ name: "client", test: (id) => client.has(id) }] },
  chunkFileNames: "chunks/[name].js"
})
await withEffect.close()

const require = createRequire(join(src, "index.ts"))
const license = (await readFile(join(require.resolve("effect/package.json"), "../LICENSE"), "utf8")).trim()
const withPromises = await open(["promise", "promise/node"], [], [bundledLicenses(join(dir, licensesFile))])
const banner = `/*! Contains parts of Effect:\n${license}\n*/`
await write(withPromises, { format: "esm", banner, chunkFileNames: "chunks/promise-[name].js" })
await write(withPromises, {
  format: "cjs",
  banner,
  entryFileNames: "[name].cjs",
  chunkFileNames: "chunks/promise-[name].cjs"
})
await withPromises.close()

const declarations = flatDeclarations(src)
await writeFile(join(dir, "promise.d.ts"), declarations.promise)
await writeFile(join(dir, "promise.d.cts"), declarations.promise)
await writeFile(join(dir, "promise/node.d.ts"), declarations.node("../promise.js"))
await writeFile(join(dir, "promise/node.d.cts"), declarations.node("../promise.cjs"))
