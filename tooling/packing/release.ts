import { cp, mkdir, readFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

import { copyWorkspace, manifestOf, packMembers } from "./install.ts"
import { published } from "./published.ts"
import { must } from "./run.ts"
import { writeSboms } from "./sbom.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The fields of a package.json that are read here. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly [field: string]: unknown
}

/** What npm says of a tarball; sizes in bytes. */
interface Checked {
  readonly size: number
  readonly unpackedSize: number
  readonly files: ReadonlyArray<{ readonly path: string }>
}

/** A package as the next release would publish it. */
export type Release = Awaited<ReturnType<typeof prepareRelease>>[number]

/** Whether an install of the package adds others. */
const hasDependencies = ({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: Manifest) =>
  [...Object.keys(dependencies), ...Object.keys(peerDependencies)].some(
    (name) => peerDependenciesMeta[name]?.optional !== true
  )

/**
 * Does what a release does, up to the upload: raises the versions, packs the packages, writes the SBOMs and lets npm
 * check the tarballs. It works in a copy, and writes `packages` and `sbom` into a folder.
 */
export const prepareRelease = async (folder: string) => {
  const workspace = join(folder, "workspace")
  const to = join(folder, "packages")
  await mkdir(to, { recursive: true })
  await copyWorkspace(workspace, published)
  for (const path of [".changeset", "pnpm-lock.yaml"])
    await cp(join(root, path), join(workspace, path), { recursive: true })
  // changelogs name the commits of changesets
  const git = await must("git", ["rev-parse", "--absolute-git-dir"], root)
  const env = { GIT_DIR: git.trim(), GIT_WORK_TREE: workspace }
  await must("pnpm", ["exec", "changeset", "version"], workspace, env)
  const packed = await packMembers(workspace, published, to)
  const sboms = await writeSboms(workspace, join(folder, "sbom"))
  const releases = []
  for (const [member, { dependencies, file, licenses, sbom }] of sboms) {
    const tarball = join(to, `${basename(member)}.tgz`)
    const manifest: Manifest = await manifestOf(tarball)
    const { name, version } = manifest
    // asks no registry: a version that exists already would fail
    const options = [
      "--dry-run",
      "--json",
      "--loglevel",
      "error",
      "--registry",
      "http://127.0.0.1:9",
      "--fetch-retries",
      "0"
    ]
    const output = await must("npm", ["publish", tarball, ...options], folder)
    const { files, size, unpackedSize }: Checked = JSON.parse(output)[name]
    releases.push({
      name,
      version,
      /** Its folder in the workspace. */
      member,
      tarball,
      packed: packed[name]!,
      manifest,
      size,
      unpackedSize,
      files: files.map(({ path }) => path),
      /** The packages that an install of this one adds, with its peers. */
      dependencies: hasDependencies(manifest) ? dependencies : 0,
      sbom,
      sbomFile: file,
      /** The packages that its bundles contain. */
      licenses,
      changelog: await readFile(join(workspace, member, "CHANGELOG.md"), "utf8").catch(() => undefined)
    })
  }
  return releases
}
