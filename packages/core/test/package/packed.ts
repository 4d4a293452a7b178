import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const core = fileURLToPath(new URL("../..", import.meta.url))
const root = join(core, "../..")
const onWindows = process.platform === "win32"

export interface Output {
  readonly code: number
  readonly text: string
}

/** Runs a command to its end, and yields what it wrote. */
export const run = (command: string, args: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv = {}) =>
  new Promise<Output>((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, shell: onWindows, maxBuffer: 1e8 }
    execFile(command, [...args], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : 1, text: `${out}${err}` })
    )
  })

/** Runs a command that has to end well. */
export const must = async (...command: Parameters<typeof run>) => {
  const { code, text } = await run(...command)
  if (code !== 0) throw new Error(`${command[0]} ${command[1].join(" ")}\n${text}`)
}

/** Runs a development tool of core. */
export const tool = (name: string, ...args: ReadonlyArray<string>) => run("pnpm", ["exec", name, ...args], core)

const packed = ["package.json", "README.md", "tsconfig.json", "tsconfig.node.json", "src"]
const shared = [
  "LICENSE",
  "pnpm-workspace.yaml",
  "tsconfig.base.json",
  "tooling/sdk.ts",
  "tooling/declarations.ts",
  "tooling/licenses.ts",
  "tooling/typeNames.ts"
]

const build = async (workspace: string, tarball: string) => {
  const copy = join(workspace, "packages/core")
  await mkdir(copy, { recursive: true })
  for (const file of shared) await cp(join(root, file), join(workspace, file))
  for (const file of packed) await cp(join(core, file), join(copy, file), { recursive: true })
  await symlink(join(root, "node_modules"), join(workspace, "node_modules"), "junction")
  await symlink(join(core, "node_modules"), join(copy, "node_modules"), "junction")
  await must("pnpm", ["pack", "--out", tarball], copy)
}

const hashOf = async () => {
  const hash = createHash("sha256")
  const files = [...shared.map((file) => join(root, file)), ...packed.map((file) => join(core, file))]
  for (const path of files) {
    const within = (await stat(path)).isDirectory() ? await readdir(path, { recursive: true }) : [""]
    for (const file of within.toSorted())
      if ((await stat(join(path, file))).isFile())
        hash.update(`${path}/${file}\0`).update(await readFile(join(path, file)))
  }
  return hash.digest("hex").slice(0, 20)
}

/**
 * The tarball of core, which is packed once for the same sources. It is built in a copy of the workspace: what an older
 * build left in dist is not packed, and no other build is disturbed.
 */
export const pack = async (): Promise<string> => {
  const cached = join(tmpdir(), `remote-assist-core-${await hashOf()}.tgz`)
  if (existsSync(cached)) return cached
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-pack-"))
  await build(join(folder, "workspace"), join(folder, "core.tgz"))
  await rename(join(folder, "core.tgz"), cached)
  await rm(folder, { recursive: true, force: true })
  return cached
}

/**
 * Packs core, and installs the tarball in a copy of examples/consumer outside of the workspace. Its other dependencies
 * have the workspace's versions, so the install of the workspace has them in pnpm's store already.
 */
export const install = async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-core-"))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const consumer = join(folder, "consumer")
  const tarball = join(consumer, "core.tgz")
  await cp(join(root, "examples/consumer"), consumer, { recursive: true })
  await cp(await pack(), tarball)
  await must("pnpm", ["install", "--prefer-offline", "--ignore-workspace", "--no-frozen-lockfile"], consumer)
  const installed = join(consumer, "node_modules/@remote-assist/core")
  const entries = await readdir(installed, { recursive: true, withFileTypes: true })
  // from here on it stays until it is removed
  const cached = stack.move()
  return {
    consumer,
    tarball,
    installed,
    files: entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(installed.length + 1)
          .replaceAll("\\", "/")
      ),
    remove: () => cached.disposeAsync()
  }
}
