import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

import * as esbuild from "esbuild"
import { rolldown } from "rolldown"

// not on disk: imports in it are written as if it stood here
const entry = fileURLToPath(new URL("entry.ts", import.meta.url))

const byRolldown = async (program: string) => {
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
  return output[0].code
}

const byEsbuild = async (program: string) => {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: program, sourcefile: entry, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false
  })
  return outputFiles[0]?.text ?? ""
}

const bundlers = { esbuild: byEsbuild, rolldown: byRolldown }

export type Bundler = keyof typeof bundlers

/** Bytes of a program that is bundled for a browser as an application's build does it, minified, and gzipped as well as can be. */
export const sizeOf = async (program: string, bundler: Bundler): Promise<number> =>
  gzipSync(await bundlers[bundler](program), { level: 9 }).length
