import { cp, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

import { Spec, Validation } from "@cyclonedx/cyclonedx-library"
import pty from "@lydell/node-pty"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"

import root from "../../../package.json" with { type: "json" }
import { runtimes } from "../../../packages/core/test/package/runtimes.ts"
import { allowedLicenses } from "../../licenses.ts"
import { install } from "../../packing/install.ts"
import { prepareRelease } from "../../packing/release.ts"
import type { Release } from "../../packing/release.ts"
import { run } from "../../packing/run.ts"

const kB = 1000

/** What a package may weigh. More is a decision: raise its budget in the commit that needs it. */
const budgets: Readonly<
  Record<string, Readonly<Record<"size" | "unpackedSize" | "files" | "dependencies" | "components", number>>>
> = {
  core: { size: 1150 * kB, unpackedSize: 4900 * kB, files: 660, dependencies: 0, components: 5 },
  "http-mock": { size: 2000 * kB, unpackedSize: 7500 * kB, files: 400, dependencies: 50, components: 70 },
  e2e: { size: 180 * kB, unpackedSize: 700 * kB, files: 370, dependencies: 140, components: 140 },
  tui: { size: 1850 * kB, unpackedSize: 6300 * kB, files: 150, dependencies: 0, components: 95 }
}

const packages = Object.keys(budgets)

let folder: string
let releases: ReadonlyArray<Release>

const releaseOf = (name: string) => {
  const found = releases.find(({ member }) => basename(member) === name)
  if (found === undefined) throw new Error(`There is no release of ${name}.`)
  return found
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "remote-assist-release-"))
  releases = await prepareRelease(folder)
}, 300_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe("the next release", () => {
  it("has a budget for each of its packages", () => {
    assert.sameMembers(
      releases.map(({ member }) => basename(member)),
      packages
    )
  })

  it("gives all packages the same version, with a changelog that begins with it", () => {
    const versions = new Set(releases.map(({ version }) => version))
    assert.strictEqual(versions.size, 1)
    const [version] = versions
    assert.notStrictEqual(version, "0.0.0")
    for (const { changelog = "", name } of releases) assert.isTrue(changelog.startsWith(`# ${name}\n\n## ${version}\n`))
  })
})

describe("the package http-mock of the next release", () => {
  it("contains the console with its licences", () => {
    const { files, licenses } = releaseOf("http-mock")
    assert.includeMembers([...files], ["dist/console/index.html", "dist/console/THIRD-PARTY-LICENSES.txt"])
    assert.includeMembers(
      licenses.map(({ name }) => name),
      ["react-dom", "@base-ui/react", "undici"]
    )
  })
})

describe.each(packages)("the package %s of the next release", (name) => {
  it("stays within its budget", () => {
    const { dependencies, files, sbom, size, unpackedSize } = releaseOf(name)
    const actual = { size, unpackedSize, files: files.length, dependencies, components: sbom.components.length }
    for (const [what, most] of Object.entries(budgets[name] ?? {}))
      assert.isAtMost(actual[what as keyof typeof actual], most, `${what}, of ${JSON.stringify(actual)}`)
  })

  it("passes publint", async () => {
    const { code, text } = await run("pnpm", ["exec", "publint", releaseOf(name).tarball, "--strict"], ".")
    assert.strictEqual(code, 0, text)
    assert.include(text, "All good!")
  })

  it("is not corrected by npm", async () => {
    const options = ["--dry-run", "--registry", "http://127.0.0.1:9", "--fetch-retries", "0"]
    const { code, text } = await run("npm", ["publish", releaseOf(name).tarball, ...options], folder)
    assert.strictEqual(code, 0, text)
    assert.notMatch(text, /auto-corrected|npm warn publish (?!This command requires you to be logged in)/)
    assert.match(text, /with tag latest and public access/)
  })

  it("describes itself, and names no other package of the workspace by its path", () => {
    const { manifest, member } = releaseOf(name)
    const { engines, publishConfig, repository } = manifest as any
    assert.strictEqual(manifest["name"], `@remote-assist/${name}`)
    assert.isAbove(String(manifest["description"]).length, 40)
    assert.isAtLeast((manifest as any).keywords.length, 4)
    assert.strictEqual(manifest["license"], root.license)
    assert.deepStrictEqual(repository, { ...root.repository, directory: member })
    const address = root.repository.url.slice("git+".length, -".git".length)
    assert.strictEqual(manifest["homepage"], `${address}/tree/main/${member}#readme`)
    assert.strictEqual(manifest["bugs"], `${address}/issues`)
    assert.match(engines.node, />=22\.\d+/)
    assert.deepInclude(publishConfig, { access: "public", provenance: true })
    for (const field of ["author", "exports", "files", "type"]) assert.property(manifest, field)
    for (const field of ["private", "devDependencies"]) assert.notProperty(manifest, field)
    assert.notMatch(JSON.stringify(manifest), /"(?:workspace|catalog|link|file):/)
  })

  it("contains its licence, its README and no tests", () => {
    const { files } = releaseOf(name)
    assert.includeMembers([...files], ["LICENSE", "README.md", "package.json"])
    assert.deepStrictEqual(
      files.filter((file) => /(?:^|\/)test\/|\.test\.|\.tsbuildinfo$|\.env$/.test(file)),
      []
    )
  })

  it("has an SBOM that is valid CycloneDX", async () => {
    const { name: full, sbom, sbomFile, version } = releaseOf(name)
    assert.isNull(
      await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(await readFile(sbomFile, "utf8"))
    )
    assert.strictEqual(sbom.metadata.component.purl, `pkg:npm/${full.replace("@", "%40")}@${version}`)
  })

  it("has an SBOM with its dependencies and with what its bundles contain", () => {
    const { licenses, manifest, sbom } = releaseOf(name)
    const purls = sbom.components.map(({ purl }) => purl)
    for (const { name: bundled, version } of licenses)
      assert.include(purls, `pkg:npm/${bundled.replace("@", "%40")}@${version}`)
    for (const dependency of Object.keys(manifest.dependencies ?? {}))
      assert.isTrue(
        purls.some((purl) => purl.startsWith(`pkg:npm/${dependency.replace("@", "%40")}@`)),
        dependency
      )
    const { dependsOn = [] } = sbom.dependencies.find(({ ref }) => ref === sbom.metadata.component["bom-ref"]) ?? {}
    assert.strictEqual(dependsOn.length > 0, purls.length > 0)
    assert.includeMembers(purls, [...dependsOn])
  })

  it("depends only on packages with licences that are allowed", () => {
    // MPL-2.0 asks for nothing from a program that installs a package, unlike from a bundle with a changed copy
    const allowed = new Set([...allowedLicenses, "MPL-2.0"])
    const expressions = (text: string) => text.replaceAll(/[()]/g, "").split(" OR ")
    for (const { licenses = [], purl } of releaseOf(name).sbom.components) {
      const found = licenses.flatMap(({ expression = "", license }) => license?.id ?? expressions(expression))
      assert.isTrue(
        found.some((id) => allowed.has(id)),
        `${purl} has the licence ${JSON.stringify(licenses)}`
      )
    }
  })
})

describe("an empty project with the packages", () => {
  let project: string
  const nodes = (
    [
      ["this Node", process.execPath],
      ["Node 22", runtimes.node22]
    ] as const
  ).flatMap(([name, node]) => (node === undefined ? [] : [[name, node] as const]))

  beforeAll(async () => {
    project = join(folder, "project")
    await cp(fileURLToPath(new URL("project", import.meta.url)), project, { recursive: true })
    for (const { tarball } of releases) await cp(tarball, join(project, basename(tarball)))
    const packed = releases.map(({ name, packed }) => [name, packed] as const)
    await install(project, Object.fromEntries(packed))
  }, 120_000)

  /** Runs a command with a Node before that of this machine on the path. */
  const withNode = (node: string, command: string, ...args: ReadonlyArray<string>) =>
    run(command, args, project, { PATH: `${join(node, "..")}:${process.env["PATH"]}` })

  const call = `const remote = await connect({ name: "us", baseUrl: process.env.REMOTE_ASSIST_US_URL, apiKey: process.env.REMOTE_ASSIST_API_KEY })
    await remote.session.logIn({ email: "ada@example.com", password: "correct-horse" })
    const { entries } = await remote.pods.list()
    console.log(entries.length > 0 ? "pods" : "no pods", process.version)`

  it.each(nodes)("calls the emulator of `npx remote-assist-mock` by import and by require, on %s", async (_, node) => {
    const start = ["--offline", "remote-assist-mock", "exec", "--", "node"]
    const { text: version } = await run(node, ["--version"], project)
    for (const program of [
      ["--input-type=module", "-e", `import { connect } from "@remote-assist/core/promise"\n${call}`],
      ["-e", `const { connect } = require("@remote-assist/core/promise");(async () => {${call}})()`]
    ]) {
      const { code, text } = await withNode(node, "npx", ...start, ...program)
      assert.strictEqual(code, 0, text)
      assert.include(text, `pods ${version.trim()}`)
    }
  })

  it.each(nodes)("has the commands of all programs, on %s", async (_, node) => {
    for (const name of ["remote-assist", "remote-assist-mock", "remote-assist-e2e"]) {
      const { code, text } = await withNode(node, "npx", "--offline", name, "--version")
      assert.strictEqual(code, 0, text)
      assert.include(text, releaseOf("core").version)
    }
    const { code, text } = await withNode(node, "npx", "--offline", "remote-assist", "users", "list", "--demo", "--csv")
    assert.strictEqual(code, 0, text)
    assert.match(text, /^id,username,[^]*\n101,.*,ada@example\.com,/)
    const ran = await withNode(node, "npx", "--offline", "remote-assist-e2e", "one-pod-is-the-default")
    assert.strictEqual(ran.code, 0, ran.text)
  })

  it.each(nodes)("opens the terminal UI with `npx remote-assist --demo`, on %s", async (_, node) => {
    const { CI: _ci, ...env } = process.env
    const child = pty.spawn("npx", ["--offline", "remote-assist", "--demo"], {
      cols: 120,
      rows: 30,
      cwd: project,
      env: {
        ...env,
        HOME: folder,
        XDG_STATE_HOME: folder,
        XDG_CONFIG_HOME: folder,
        PATH: `${join(node, "..")}:${env["PATH"]}`
      }
    })
    onTestFinished(() => child.kill())
    const shown = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<number>()
    let written = ""
    child.onData((data) => {
      written += data
      if (written.includes("ada@example.com")) shown.resolve()
    })
    child.onExit(({ exitCode }) => {
      shown.reject(new Error(written))
      ended.resolve(exitCode)
    })
    await shown.promise
    child.write("q")
    assert.strictEqual(await ended.promise, 0, written)
  })
})
