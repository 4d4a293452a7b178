import { chmod, readdir, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { parseArgs } from "node:util"

import { rolldown } from "rolldown"

import manifest from "../package.json" with { type: "json" }
import { absent, inAscii, lazyPartsWhenRead, segmentersWhenUsed, wasmWithoutFetch, whenCalled } from "./bundling.ts"
import { generateEntry } from "./entry.ts"
import { bundledLicenses, licensesFile } from "./licenses.ts"

const { positionals } = parseArgs({ allowPositionals: true })
const [input, file] = positionals
if (input === undefined || file === undefined) throw new Error("usage: build.ts <entry> <out>")

const dir = dirname(file)
const name = basename(file, ".mjs")

// remove chunks of earlier builds: their names contain a hash
const isChunk = (other: string) => other.startsWith(`${name}.`) && other.endsWith(".mjs") && other !== `${name}.mjs`
for (const old of await readdir(dir).catch(() => [])) if (isChunk(old)) await rm(join(dir, old))

/** The dynamic imports of the entry: parts of every start. */
const parts: Array<string> = []

const bundle = await rolldown({
  input: { main: input },
  platform: "node",
  plugins: [
    // Ink loads react-devtools-core only if DEV is set; the HTTP server needs NodeServices only for a layer that nobody uses; ws
    // is needed only for upgrades; Effect's platform imports node:https together with node:http
    absent({
      "react-devtools-core": "export default undefined",
      "./NodeServices.js": "export const layer = undefined",
      ws: "export const WebSocket = undefined, WebSocketServer = undefined",
      "./internal/http.js": `
        const https = () => process.getBuiltinModule("node:https")
        const lazy = { get Agent() { return https().Agent }, request: (...args) => https().request(...args) }
        export const http = process.getBuiltinModule("node:http")
        export { lazy as https }`
    }),
    whenCalled("node:child_process", "node:readline", "node:tls", "node:zlib"),
    lazyPartsWhenRead("node:crypto", "node:fs"),
    segmentersWhenUsed,
    wasmWithoutFetch,
    bundledLicenses(join(dir, licensesFile)),
    {
      name: "parts",
      moduleParsed: ({ dynamicallyImportedIds, isEntry }) => {
        if (isEntry) parts.push(...dynamicallyImportedIds)
      }
    }
  ],
  transform: { define: { "process.env.NODE_ENV": '"production"' } }
})

/** Returns the modules of a start, by the entry and its dynamic imports, each with its static imports. */
const findStartModules = async () => {
  const { output } = await bundle.generate({ format: "esm" })
  const chunks = output.filter((part) => part.type === "chunk")
  return [undefined, ...parts].map((id) => {
    const loaded = new Set<string>()
    const load = (chunk: (typeof chunks)[number] | undefined) => {
      if (chunk === undefined || loaded.has(chunk.fileName)) return
      loaded.add(chunk.fileName)
      for (const fileName of chunk.imports) load(chunks.find((other) => other.fileName === fileName))
    }
    load(id === undefined ? output[0] : chunks.find(({ facadeModuleId }) => facadeModuleId === id))
    return new Set(chunks.filter(({ fileName }) => loaded.has(fileName)).flatMap(({ moduleIds }) => moduleIds))
  })
}

// few chunks, because each file that a start reads costs a millisecond
const atStart = await findStartModules()

/** Returns the chunk of a module: of its part of the start, or the first one if several parts use it. */
const chunkOf = (id: string) => {
  const [first, second] = atStart.flatMap((modules, part) => (modules.has(id) ? [part] : []))
  if (first === undefined) return null
  return second === undefined ? `start${first}` : "start0"
}

const { output } = await bundle.write({
  dir,
  format: "esm",
  minify: true,
  codeSplitting: { groups: [{ name: chunkOf, debugName: "start" }] },
  entryFileNames: `${name}.main-[hash].mjs`,
  chunkFileNames: `${name}.[name]-[hash].mjs`
})
await bundle.close()
for (const part of output) if (part.type === "chunk") await writeFile(join(dir, part.fileName), inAscii(part.code))

await writeFile(file, generateEntry(`./${output[0].fileName}`, manifest.engines.node))
await chmod(file, 0o755)
