import { fileURLToPath } from "node:url"

import { rolldown } from "rolldown"

// not on disk: imports in it are written as if it stood here
const entry = fileURLToPath(new URL("entry.ts", import.meta.url))

/** Bundles a program for a browser, as an application's build does: one file, minified. */
export const bundle = async (program: string) => {
  const build = await rolldown({
    input: "program",
    platform: "browser",
    plugins: [
      {
        name: "program",
        resolveId: { filter: { id: /^program$/ }, handler: () => entry },
        load: { filter: { id: entry }, handler: () => program }
      }
    ],
    onLog: (_level, log) => {
      throw new Error(log.message)
    }
  })
  const { output } = await build.generate({ format: "esm", minify: true, codeSplitting: false })
  await build.close()
  return output[0]
}
