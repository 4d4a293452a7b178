import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"

const escaped = (text: string) => text.replaceAll(/[/.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The part of a lockfile under a key of the first level. */
const sectionOf = (lockfile: string, key: string) => {
  const [, section = ""] = new RegExp(`^${key}:\\n([\\s\\S]*?)(?=^\\S|(?![\\s\\S]))`, "m").exec(lockfile) ?? []
  return section
}

/** The version of a package that the workspace has, with the versions of its peers. */
const versionOf = (importers: string, name: string) => {
  const [, version] =
    new RegExp(`^ +'?${escaped(name)}'?:\\n +specifier: .*\\n +version: (.*)$`, "m").exec(importers) ?? []
  if (version === undefined) throw new Error(`the workspace has no ${name}`)
  return version
}

const integrityOf = async (file: string) =>
  `sha512-${createHash("sha512")
    .update(await readFile(file))
    .digest("base64")}`

interface Tarballs {
  readonly core: string
  readonly mock: string
}

/**
 * The lockfile that pnpm would write for a project with the two tarballs, made of what the workspace's lockfile has. So
 * the project is installed as it is locked, from what the install of the workspace fetched, and nothing is looked up.
 */
export const lockfileOf = async (
  workspace: string,
  dependencies: Readonly<Record<string, string>>,
  { core, mock }: Tarballs
) => {
  const importers = sectionOf(workspace, "importers")
  const effect = versionOf(importers, "effect")
  const platform = versionOf(importers, "@effect/platform-node")
  const peers = platform.slice(platform.indexOf("("))
  const versions: Readonly<Record<string, string>> = {
    "@remote-assist/core": `file:core.tgz(effect@${effect})`,
    "@remote-assist/http-mock": `file:http-mock.tgz${peers}`
  }
  const entries = Object.entries(dependencies).map(
    ([name, specifier]) =>
      `      '${name}':\n        specifier: ${specifier}\n        version: ${versions[name] ?? versionOf(importers, name)}\n`
  )
  return `lockfileVersion: '9.0'
settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false
overrides:
  '@remote-assist/core': file:core.tgz
importers:
  .:
    devDependencies:
${entries.join("")}
packages:
  '@remote-assist/core@file:core.tgz':
    resolution: {integrity: ${await integrityOf(core)}, tarball: file:core.tgz}
    version: 0.0.0
    peerDependencies:
      effect: ${effect}
  '@remote-assist/http-mock@file:http-mock.tgz':
    resolution: {integrity: ${await integrityOf(mock)}, tarball: file:http-mock.tgz}
    version: 0.0.0
    hasBin: true
    peerDependencies:
      effect: ${effect}
${sectionOf(workspace, "packages")}
snapshots:
  '@remote-assist/core@${versions["@remote-assist/core"]}':
    dependencies:
      effect: ${effect}
  '@remote-assist/http-mock@${versions["@remote-assist/http-mock"]}':
    dependencies:
      '@effect/platform-node': ${platform}
      '@remote-assist/core': ${versions["@remote-assist/core"]}
      effect: ${effect}
      lru-cache: ${versionOf(importers, "lru-cache")}
${sectionOf(workspace, "snapshots")}`
}
