import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

import { generateLockfile } from "./lockfile.ts"
import type { Packed } from "./lockfile.ts"
import { must } from "./run.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The folders of the published packages, in the order of their dependencies. */
const published = ["packages/core", "apps/http-mock", "apps/e2e"] as const

const shared = ["package.json", "pnpm-workspace.yaml", "tsconfig.base.json", "tooling", "packages/cli"]

const isSource = (path: string) => !/[/\\](?:node_modules|dist|test)$/.test(path)

/** Packs members of the workspace into a folder. It builds in a copy, so that it does not disturb other builds. */
export const pack = async (workspace: string, members: ReadonlyArray<string>, to: string) => {
  for (const path of [...shared, ...members])
    await cp(join(root, path), join(workspace, path), { recursive: true, filter: isSource })
  for (const member of ["", "packages/cli", ...members])
    await symlink(join(root, member, "node_modules"), join(workspace, member, "node_modules"), "junction")
  const packed: Array<[name: string, Packed]> = []
  for (const member of members) {
    const {
      dependencies = {},
      name,
      peerDependenciesMeta = {},
      publishConfig
    } = JSON.parse(await readFile(join(root, member, "package.json"), "utf8"))
    const tarball = join(to, `${basename(member)}.tgz`)
    await must("pnpm", ["pack", "--out", tarball], join(workspace, member))
    packed.push([
      name,
      {
        tarball,
        dependencies: Object.keys(dependencies),
        optionalPeers: Object.keys(peerDependenciesMeta),
        hasBin: publishConfig.bin !== undefined
      }
    ])
  }
  return Object.fromEntries(packed)
}

/**
 * Copies a project to a temporary folder and installs the packed packages there, offline: `last` and the packages before it. The
 * project names their tarballs, such as `core.tgz`.
 */
export const installPacked = async (project: string, last: (typeof published)[number]) => {
  await using cleanup = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-packed-"))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  const consumer = join(folder, "consumer")
  await cp(project, consumer, { recursive: true })
  await mkdir(join(folder, "workspace"))
  const members = published.slice(0, published.indexOf(last) + 1)
  const packed = await pack(join(folder, "workspace"), members, consumer)
  const { devDependencies } = JSON.parse(await readFile(join(consumer, "package.json"), "utf8"))
  const workspace = await readFile(join(root, "pnpm-lock.yaml"), "utf8")
  await writeFile(join(consumer, "pnpm-lock.yaml"), await generateLockfile(workspace, devDependencies, packed))
  await must("pnpm", ["install", "--offline", "--frozen-lockfile"], consumer)
  // the caller removes it
  const disposables = cleanup.move()
  return {
    folder: consumer,
    tarball: join(consumer, `${basename(last)}.tgz`),
    installed: join(consumer, "node_modules/@remote-assist", basename(last)),
    remove: () => disposables.disposeAsync()
  }
}
