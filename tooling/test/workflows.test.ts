import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

import { assert, describe, it } from "vitest"

import manifest from "../../package.json" with { type: "json" }

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8")
const workflows = globSync(".github/workflows/*.yml", { cwd: root })
const release = read(".github/workflows/release.yml")

/** Returns the jobs of a workflow: their texts by name. */
const jobsOf = (text: string) =>
  new Map(
    text
      .slice(text.indexOf("\njobs:\n") + "\njobs:\n".length)
      .split(/^ {2}(?=[\w-]+:$)/m)
      .filter((job) => job.trim() !== "" && !job.startsWith("  "))
      .map((job) => [job.slice(0, job.indexOf(":")), job] as const)
  )

describe.each(workflows)("the workflow %s", (path) => {
  const text = read(path)

  it("pins each action to a commit, and names its version", () => {
    const uses = Array.from(text.matchAll(/uses: (?!\.\/)(.*)$/gm), ([, action]) => action ?? "")
    for (const action of uses) assert.match(action, /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it("gives its jobs no more rights by default than to read", () => {
    assert.match(text, /^permissions:(?: \{\}|\n {2}contents: read)$/m)
  })

  it("inserts no text of an event into a script, and uses no secret", () => {
    assert.notMatch(text, /run:.*\$\{\{ *github\.(?:event|head_ref)/)
    assert.notMatch(text, /\$\{\{ *secrets\./)
  })
})

describe("the workflow of releases", () => {
  const jobs = jobsOf(release)

  it("tests, as the README says, before everything else", () => {
    assert.deepStrictEqual([...jobs.keys()], ["test", "mode", "version", "pack", "publish"])
    assert.include(jobs.get("test"), "uses: ./.github/workflows/ci.yml")
    for (const [job, needs] of Object.entries({ mode: "test", version: "mode", pack: "mode", publish: "pack" }))
      assert.include(jobs.get(job), `needs: ${needs}\n`)
    const [command = ""] = /npx .* pnpm test\b/.exec(read("README.md")) ?? []
    const ci = read(".github/workflows/ci.yml").replaceAll("${{ matrix.node }}", "24")
    assert.include(ci, `run: ${command}\n`)
    assert.include(ci, `run: ${command}:release\n`)
  })

  it("may identify itself to npm only where it publishes tarballs that another job packed", () => {
    for (const [job, text] of jobs) assert.strictEqual(text.includes("id-token: write"), job === "publish", job)
    assert.include(jobs.get("publish"), "environment: npm\n")
    assert.include(jobs.get("publish"), "pack-dir-artifact-id")
    assert.notMatch(jobs.get("publish") ?? "", /pnpm (?:build|pack)|bootstrap/)
  })

  it("uses the pnpm of the repository", () => {
    assert.include(release, `PNPM: ${manifest.packageManager}\n`)
  })

  it("attaches the SBOMs", () => {
    assert.include(jobs.get("pack"), "node tooling/packing/sbom.ts sbom\n")
    assert.include(jobs.get("publish"), "gh release upload")
  })
})
