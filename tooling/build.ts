import { chmod } from "node:fs/promises"
import { parseArgs } from "node:util"

import { rolldown } from "rolldown"

const { positionals } = parseArgs({ allowPositionals: true })
const [input, file] = positionals
if (input === undefined || file === undefined) throw new Error("usage: build.ts <entry> <out>")

// Ink asks for it only when DEV=true, but a single file loads every import it has
const absent = "react-devtools-core"

const bundle = await rolldown({
  input,
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

await bundle.write({ file, format: "esm", minify: true, codeSplitting: false, banner: "#!/usr/bin/env node" })
await bundle.close()
await chmod(file, 0o755)
