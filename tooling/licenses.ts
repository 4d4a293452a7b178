import { createRequire } from "node:module"
import { relative } from "node:path"

import type { Plugin } from "rolldown"
import type { Dependency, Options } from "rollup-plugin-license"

// its types claim a default export, which CommonJS does not have
const license: (options: Options) => Plugin = createRequire(import.meta.url)("rollup-plugin-license")

/** Licences that dependencies of published packages may have: permissive ones. */
export const allowedLicenses = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0"
]

/** The file beside a bundle with the licences of the packages that it contains. */
export const licensesFile = "THIRD-PARTY-LICENSES.txt"

const isOwn = ({ name }: Dependency) => name?.startsWith("@remote-assist/") === true

const format = ({ license, licenseText, name, noticeText, version }: Dependency) =>
  [`${name} ${version} (${license})`, licenseText?.trim(), noticeText?.trim()]
    .filter((text) => text !== undefined && text !== null)
    .join("\n\n")

/** Writes the licences of bundled packages to a file, and fails on a licence that is not allowed. */
export const bundledLicenses = (file: string) =>
  license({
    thirdParty: {
      allow: {
        test: `(${allowedLicenses.join(" OR ")})`,
        failOnUnlicensed: true,
        failOnViolation: true
      },
      output: {
        file: relative("", file),
        template: (dependencies) =>
          `${dependencies
            .filter((dependency) => !isOwn(dependency))
            .map(format)
            .toSorted()
            .join(`\n\n${"-".repeat(80)}\n\n`)}\n`
      }
    }
  })

/** A package in a bundle, and its licence. */
export interface Licensed {
  readonly name: string
  readonly version: string
  readonly license: string
}

/** Lists the packages in a file of licences. */
export const readLicenses = (text: string): ReadonlyArray<Licensed> =>
  Array.from(text.matchAll(/^(\S+) (\S+) \(([^()]+)\)\n\n/gm), ([, name = "", version = "", license = ""]) => ({
    name,
    version,
    license
  }))
