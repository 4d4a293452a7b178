import { globSync } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"

import { licensesFile, readLicenses } from "../licenses.ts"
import type { Licensed } from "../licenses.ts"
import { published } from "./published.ts"
import { must } from "./run.ts"

// writes the software bill of materials of each published package, after it was built: `node tooling/packing/sbom.ts <folder>`

interface Component {
  readonly type: string
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly purl: string
  readonly "bom-ref": string
  readonly licenses?: ReadonlyArray<{ readonly license?: { readonly id: string }; readonly expression?: string }>
}

/** The parts of CycloneDX that pnpm writes and we read. */
export interface Sbom {
  readonly metadata: { readonly component: Component }
  readonly components: ReadonlyArray<Component>
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn?: ReadonlyArray<string> }>
}

const toComponent = ({ license, name, version }: Licensed): Component => {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`
  const [own = name, group] = name.split("/").toReversed()
  return {
    type: "library",
    name: own,
    ...(group === undefined ? {} : { group }),
    version,
    purl,
    "bom-ref": purl,
    licenses: [{ license: { id: license } }]
  }
}

/** Adds the packages that are in a bundle: pnpm lists only dependencies. */
const withBundled = (sbom: Sbom, licenses: ReadonlyArray<Licensed>): Sbom => {
  const known = new Set(sbom.components.map(({ purl }) => purl))
  const added = licenses.map(toComponent).filter(({ purl }) => !known.has(purl))
  const root = sbom.metadata.component["bom-ref"]
  return {
    ...sbom,
    components: [...sbom.components, ...added],
    dependencies: [
      ...sbom.dependencies.map((entry) =>
        entry.ref === root
          ? { ...entry, dependsOn: [...(entry.dependsOn ?? []), ...added.map((one) => one["bom-ref"])] }
          : entry
      ),
      ...added.map((one) => ({ ref: one["bom-ref"], dependsOn: [] }))
    ]
  }
}

/** Writes the SBOM of each published package of a built workspace into a folder, and returns them with the folder of the package. */
export const writeSboms = async (workspace: string, to: string) => {
  await mkdir(to, { recursive: true })
  const written = []
  for (const member of published) {
    const { name, version } = JSON.parse(await readFile(join(workspace, member, "package.json"), "utf8"))
    const format = ["--sbom-format", "cyclonedx", "--sbom-spec-version", "1.6"]
    const text = await must("pnpm", ["sbom", ...format, "--prod", "--filter", name], workspace)
    const files = globSync(`dist/**/${licensesFile}`, { cwd: join(workspace, member) })
    const texts = await Promise.all(files.map((file) => readFile(join(workspace, member, file), "utf8")))
    const licenses = texts.flatMap(readLicenses)
    const listed: Sbom = JSON.parse(text)
    const sbom = withBundled(listed, licenses)
    const file = join(to, `${basename(member)}-${version}.cdx.json`)
    await writeFile(file, `${JSON.stringify(sbom, undefined, 2)}\n`)
    written.push([member, { file, sbom, licenses, dependencies: listed.components.length }] as const)
  }
  return written
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [to] = positionals
  if (to === undefined) throw new Error("usage: sbom.ts <folder>")
  for (const [, { file }] of await writeSboms(".", to)) console.log(file)
}
