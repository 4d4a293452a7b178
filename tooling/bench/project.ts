import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import effect from "effect/package.json" with { type: "json" }

import { pack } from "../../packages/core/test/package/packed.ts"

const run = promisify(execFile)

/** Makes a project with the published SDK, its peer, other packages by name and version, and files of this folder. */
export const makeProject = async (
  packages: Readonly<Record<string, string>>,
  files: ReadonlyArray<string> = []
): Promise<{ readonly node: (...args: ReadonlyArray<string>) => Promise<string> } & AsyncDisposable> => {
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-bench-"))
  const cwd = join(folder, "project")
  const tarball = await pack()
  await mkdir(cwd)
  await writeFile(join(cwd, "package.json"), JSON.stringify({ private: true, type: "module" }))
  for (const file of files) await cp(fileURLToPath(new URL(file, import.meta.url)), join(cwd, file))
  const others = Object.entries({ effect: effect.version, ...packages }).map(([name, version]) => `${name}@${version}`)
  await run("pnpm", ["add", "--prefer-offline", "--ignore-workspace", tarball, ...others], { cwd })
  return {
    node: async (...args) => (await run(process.execPath, args, { cwd })).stdout,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true })
  }
}
