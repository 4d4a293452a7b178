import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { basename } from "node:path"

const escaped = (text: string) => text.replaceAll(/[/.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Returns the section of a lockfile under a top-level key. */
const sectionOf = (lockfile: string, key: string) => {
  const [, section = ""] = new RegExp(`^${key}:\\n([\\s\\S]*?)(?=^\\S|(?![\\s\\S]))`, "m").exec(lockfile) ?? []
  return section
}

/** Returns the version of a package in the workspace, with its peers. */
const versionOf = (importers: string, name: string) => {
  const [, version] =
    new RegExp(`^ +'?${escaped(name)}'?:\\n +specifier: .*\\n +version: (.*)$`, "m").exec(importers) ?? []
  if (version === undefined) throw new Error(`The workspace does not contain ${name}.`)
  return version
}

const integrityOf = async (file: string) =>
  `sha512-${createHash("sha512")
    .update(await readFile(file))
    .digest("base64")}`

/** A packed package of the workspace. */
export interface Packed {
  readonly tarball: string
  readonly dependencies: ReadonlyArray<string>
  /** Whether effect is a peer. */
  readonly usesEffect: boolean
  /** Optional peers, used if the project has them. */
  readonly optionalPeers?: ReadonlyArray<string>
  readonly hasBin?: boolean
}

/**
 * Generates the lockfile that pnpm would write for a project with these tarballs, from the lockfile of the workspace. So pnpm installs
 * the same versions from its store, without the network. The project must override dependencies between the packages.
 */
export const generateLockfile = async (
  workspace: string,
  dependencies: Readonly<Record<string, string>>,
  packed: Readonly<Record<string, Packed>>
) => {
  const importers = sectionOf(workspace, "importers")
  const effect = versionOf(importers, "effect")
  const platform = versionOf(importers, "@effect/platform-node")
  const all = Object.entries(packed)
  const versions = new Map(
    all.map(([name, { dependencies, tarball, usesEffect }]) => {
      const peers = dependencies.length === 0 ? `(effect@${effect})` : platform.slice(platform.indexOf("("))
      return [name, `file:${basename(tarball)}${usesEffect ? peers : ""}`]
    })
  )
  const lockedAs = (name: string) => versions.get(name) ?? versionOf(importers, name)
  const entries = Object.entries(dependencies).map(
    ([name, specifier]) => `      '${name}':\n        specifier: ${specifier}\n        version: ${lockedAs(name)}\n`
  )
  const overrides = all
    .filter(([name]) => all.some(([, { dependencies }]) => dependencies.includes(name)))
    .map(([name, { tarball }]) => `  '${name}': file:${basename(tarball)}\n`)
  const packages = await Promise.all(
    all.map(async ([name, { hasBin = false, tarball, usesEffect }]) => {
      const file = `file:${basename(tarball)}`
      return `  '${name}@${file}':
    resolution: {integrity: ${await integrityOf(tarball)}, tarball: ${file}}
    version: 0.0.0
${hasBin ? "    hasBin: true\n" : ""}${usesEffect ? `    peerDependencies:\n      effect: ${effect}\n` : ""}`
    })
  )
  const snapshots = all.map(([name, { dependencies: own, optionalPeers = [], usesEffect }]) => {
    const peers = optionalPeers.filter((peer) => peer in dependencies)
    const needed = [...new Set([...(usesEffect ? ["effect"] : []), ...own, ...peers])]
    return `  '${name}@${lockedAs(name)}':${
      needed.length === 0
        ? " {}"
        : `
    dependencies:
${needed.map((name) => `      '${name}': ${lockedAs(name)}`).join("\n")}`
    }
`
  })
  return `lockfileVersion: '9.0'
settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false
overrides:
${overrides.join("")}importers:
  .:
    devDependencies:
${entries.join("")}
packages:
${packages.join("")}${sectionOf(workspace, "packages")}
snapshots:
${snapshots.join("")}${sectionOf(workspace, "snapshots")}`
}
