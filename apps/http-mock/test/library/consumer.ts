import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { lockfileOf } from "./lockfile.ts"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const project = fileURLToPath(new URL("consumer", import.meta.url))
const onWindows = process.platform === "win32"

export interface Output {
  readonly code: number
  readonly text: string
}

/** Runs a command to its end, and yields what it wrote. */
export const run = (command: string, args: ReadonlyArray<string>, cwd: string) =>
  new Promise<Output>((resolve) => {
    // a test of a consumer is not one of the run that starts it
    const {
      FORCE_COLOR: _color,
      NODE_ENV: _mode,
      VITEST: _,
      VITEST_POOL_ID: _pool,
      VITEST_WORKER_ID: _worker,
      ...env
    } = process.env
    execFile(
      command,
      [...args],
      { cwd, env: { ...env, NO_COLOR: "1" }, shell: onWindows, maxBuffer: 1e8 },
      (error, out, err) => resolve({ code: error === null ? 0 : 1, text: `${out}${err}` })
    )
  })

const must = async (...command: Parameters<typeof run>) => {
  const { code, text } = await run(...command)
  if (code !== 0) throw new Error(`${command[0]} ${command[1].join(" ")}\n${text}`)
}

/** Runs a development tool of the emulator. */
export const tool = (name: string, ...args: ReadonlyArray<string>) =>
  run("pnpm", ["exec", name, ...args], join(root, "apps/http-mock"))

const shared = [
  "package.json",
  "pnpm-workspace.yaml",
  "tsconfig.base.json",
  "tooling/build.ts",
  "tooling/bundling.ts",
  "tooling/entry.ts",
  "tooling/sdk.ts"
]

const copied = [
  "package.json",
  "README.md",
  "GAPS.md",
  "tsconfig.json",
  "tsconfig.node.json",
  "tsconfig.library.json",
  "src"
]

// built in a copy of the workspace: no other build is disturbed
const pack = async (workspace: string, consumer: string) => {
  const has = (...path: ReadonlyArray<string>) => join(workspace, ...path)
  for (const file of shared) await cp(join(root, file), has(file))
  await symlink(join(root, "node_modules"), has("node_modules"), "junction")
  for (const member of ["packages/core", "packages/cli", "apps/http-mock"]) {
    await mkdir(has(member), { recursive: true })
    for (const name of copied)
      await cp(join(root, member, name), has(member, name), { recursive: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== "ENOENT") throw error
        }
      )
    await symlink(join(root, member, "node_modules"), has(member, "node_modules"), "junction")
  }
  const tarballs = { core: join(consumer, "core.tgz"), mock: join(consumer, "http-mock.tgz") }
  await must("pnpm", ["pack", "--out", tarballs.core], has("packages/core"))
  await must("pnpm", ["pack", "--out", tarballs.mock], has("apps/http-mock"))
  return tarballs
}

/** A project outside of the workspace that has installed the packed emulator, offline. */
export const install = async () => {
  await using made = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-mock-"))
  made.defer(() => rm(folder, { recursive: true, force: true }))
  const consumer = join(folder, "consumer")
  await cp(project, consumer, { recursive: true })
  const tarballs = await pack(join(folder, "workspace"), consumer)
  const { devDependencies } = JSON.parse(await readFile(join(consumer, "package.json"), "utf8"))
  const workspace = await readFile(join(root, "pnpm-lock.yaml"), "utf8")
  await writeFile(join(consumer, "pnpm-lock.yaml"), await lockfileOf(workspace, devDependencies, tarballs))
  await must("pnpm", ["install", "--offline", "--frozen-lockfile"], consumer)
  // from here on it stays until it is removed
  const kept = made.move()
  return {
    folder: consumer,
    tarball: tarballs.mock,
    installed: join(consumer, "node_modules/@remote-assist/http-mock"),
    remove: () => kept.disposeAsync()
  }
}
