import { chmod, readdir, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { parseArgs } from "node:util"

import { rolldown } from "rolldown"

import manifest from "../package.json" with { type: "json" }
import { absent, inAscii, lazyPartsWhenRead, segmentersWhenUsed, wasmWithoutFetch, whenCalled } from "./bundling.ts"
import { generateEntry } from "./entry.ts"

const { positionals } = parseArgs({ allowPositionals: true })
const [input, file] = positionals
if (input === undefined || file === undefined) throw new Error("usage: build.ts <entry> <out>")

const dir = dirname(file)
const name = basename(file, ".mjs")

// remove chunks of earlier builds: their names contain a hash
const isChunk = (other: string) => other.startsWith(`${name}.`) && other.endsWith(".mjs") && other !== `${name}.mjs`
for (const old of await readdir(dir).catch(() => [])) if (isChunk(old)) await rm(join(dir, old))

const bundle = await rolldown({
  input: { main: input },
  platform: "node",
  plugins: [
    // Ink loads react-devtools-core only if DEV is set; ws is needed only for upgrades; Effect's platform imports node:https
    // together with node:http
    absent({
      "react-devtools-core": "export default undefined",
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
    wasmWithoutFetch
  ],
  transform: { define: { "process.env.NODE_ENV": '"production"' } }
})

/** Lists the modules that a start loads: the entry with its static imports. */
const findStartModules = async () => {
  const { output } = await bundle.generate({ format: "esm" })
  const chunks = new Map(output.flatMap((part) => (part.type === "chunk" ? [[part.fileName, part] as const] : [])))
  const loaded = new Set<string>()
  const load = (fileName: string) => {
    const chunk = chunks.get(fileName)
    if (chunk === undefined || loaded.has(fileName)) return
    loaded.add(fileName)
    chunk.imports.forEach(load)
  }
  load(output[0].fileName)
  return new Set([...loaded].flatMap((fileName) => chunks.get(fileName)?.moduleIds ?? []))
}

// one chunk, because each file that a start reads costs a millisecond
const atStart = await findStartModules()

const { output } = await bundle.write({
  dir,
  format: "esm",
  minify: true,
  codeSplitting: { groups: [{ name: "start", test: (id) => atStart.has(id) }] },
  entryFileNames: `${name}.main-[hash].mjs`,
  chunkFileNames: `${name}.[name]-[hash].mjs`
})
await bundle.close()
for (const part of output) if (part.type === "chunk") await writeFile(join(dir, part.fileName), inAscii(part.code))

await writeFile(file, generateEntry(`./${output[0].fileName}`, manifest.engines.node))
await chmod(file, 0o755)
