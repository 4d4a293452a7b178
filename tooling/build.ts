import { chmod, readdir, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { parseArgs } from "node:util"

import { rolldown } from "rolldown"

const { positionals } = parseArgs({ allowPositionals: true })
const [input, file] = positionals
if (input === undefined || file === undefined) throw new Error("usage: build.ts <entry> <out>")

const dir = dirname(file)
const name = basename(file, ".mjs")

// of an earlier build: the names of chunks follow from their content
const isChunk = (other: string) => other.startsWith(`${name}.`) && other.endsWith(".mjs") && other !== `${name}.mjs`
for (const old of await readdir(dir).catch(() => [])) if (isChunk(old)) await rm(join(dir, old))

// Ink asks for it only when DEV=true, but a bundle loads every import it has
const absent = "react-devtools-core"

const bundle = await rolldown({
  input: { main: input },
  platform: "node",
  plugins: [
    {
      name: "absent",
      resolveId: { filter: { id: new RegExp(`^${absent}$`) }, handler: () => `\0${absent}` },
      load: { filter: { id: new RegExp(`^\0${absent}$`) }, handler: () => "export default undefined" }
    }
  ],
  transform: { define: { "process.env.NODE_ENV": '"production"' } }
})

const { output } = await bundle.write({
  dir,
  format: "esm",
  minify: true,
  entryFileNames: `${name}.main-[hash].mjs`,
  chunkFileNames: `${name}.[name]-[hash].mjs`
})
await bundle.close()

// a later start finds the rest compiled; where nothing can be written it goes on without
await writeFile(
  file,
  `#!/usr/bin/env node
import { enableCompileCache } from "node:module"
enableCompileCache()
await import("./${output[0].fileName}")
`
)
await chmod(file, 0o755)
