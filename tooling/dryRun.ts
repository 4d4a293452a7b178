import { rm } from "node:fs/promises"
import { relative, resolve } from "node:path"

import { prepareRelease } from "./packing/release.ts"

// does what a release does, up to the upload, and shows what would be published

const folder = resolve(".release")
await rm(folder, { recursive: true, force: true })
const releases = await prepareRelease(folder)

const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`
console.table(
  Object.fromEntries(
    releases.map(({ dependencies, files, name, sbom, size, unpackedSize, version }) => [
      `${name}@${version}`,
      {
        tarball: kB(size),
        unpacked: kB(unpackedSize),
        files: files.length,
        "installed dependencies": dependencies,
        "components in the SBOM": sbom.components.length
      }
    ])
  )
)
for (const { changelog, name, sbomFile, tarball } of releases)
  console.log(
    `${name}: ${relative("", tarball)}, ${relative("", sbomFile)}, ${changelog === undefined ? "no changelog" : `${changelog.split("\n").length} lines of changelog`}`
  )
console.log("Nothing was published.")
