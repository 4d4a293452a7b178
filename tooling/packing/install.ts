import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

import { generateLockfile } from "./lockfile.ts"
import type { Packed } from "./lockfile.ts"
import { published } from "./published.ts"
import { must } from "./run.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const unpublished = ["packages/cli", "apps/console"]

const shared = [
  ".pnpmfile.cjs",
  "LICENSE",
  "package.json",
  "pnpm-workspace.yaml",
  "tsconfig.base.json",
  "tooling",
  // parts of others
  ...unpublished
]

const isSource = (path: string) => !/[/\\](?:node_modules|dist|test)$/.test(path)

/** Reads the package.json in a tarball. */
export const manifestOf = async (tarball: string) =>
  JSON.parse(await must("tar", ["-xzOf", tarball, "package/package.json"], root))

/** Copies members of the workspace, so that building them disturbs no other build. */
export const copyWorkspace = async (workspace: string, members: ReadonlyArray<string>) => {
  for (const path of [...shared, ...members])
    await cp(join(root, path), join(workspace, path), { recursive: true, filter: isSource })
  for (const member of ["", ...unpublished, ...members])
    await symlink(join(root, member, "node_modules"), join(workspace, member, "node_modules"), "junction")
}

/** Packs members of a copy of the workspace into a folder. */
export const packMembers = async (workspace: string, members: ReadonlyArray<string>, to: string) => {
  const packed: Array<[name: string, Packed]> = []
  for (const member of members) {
    const tarball = join(to, `${basename(member)}.tgz`)
    await must("pnpm", ["pack", "--out", tarball], join(workspace, member))
    const { bin, dependencies = {}, name, peerDependencies = {}, peerDependenciesMeta = {} } = await manifestOf(tarball)
    packed.push([
      name,
      {
        tarball,
        dependencies: Object.keys(dependencies),
        usesEffect: "effect" in peerDependencies,
        optionalPeers: Object.keys(peerDependenciesMeta),
        hasBin: bin !== undefined
      }
    ])
  }
  return Object.fromEntries(packed)
}

/** Packs members of the workspace into a folder. It builds in a copy. */
export const pack = async (workspace: string, members: ReadonlyArray<string>, to: string) => {
  await copyWorkspace(workspace, members)
  return packMembers(workspace, members, to)
}

/** Installs packed packages in a project, offline. The tarballs are in its folder, and its package.json names them. */
export const install = async (project: string, packed: Readonly<Record<string, Packed>>) => {
  const { devDependencies } = JSON.parse(await readFile(join(project, "package.json"), "utf8"))
  const workspace = await readFile(join(root, "pnpm-lock.yaml"), "utf8")
  await writeFile(join(project, "pnpm-lock.yaml"), await generateLockfile(workspace, devDependencies, packed))
  await must("pnpm", ["install", "--offline", "--frozen-lockfile"], project)
}

/**
 * Copies a project to a temporary folder and installs the packed packages there, offline: `last` and the packages before it. The
 * project names their tarballs, such as `core.tgz`.
 */
export const installPacked = async (project: string, last: (typeof published)[number]) => {
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-packed-"))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const consumer = join(folder, "consumer")
    await cp(project, consumer, { recursive: true })
    await mkdir(join(folder, "workspace"))
    const members = published.slice(0, published.indexOf(last) + 1)
    const packed = await pack(join(folder, "workspace"), members, consumer)
    await install(consumer, packed)
    return {
      folder: consumer,
      tarball: join(consumer, `${basename(last)}.tgz`),
      installed: join(consumer, "node_modules/@remote-assist", basename(last)),
      remove
    }
  } catch (error) {
    await remove()
    throw error
  }
}
