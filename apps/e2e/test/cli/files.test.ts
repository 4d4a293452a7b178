import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

import { assert, describe, it } from "@effect/vitest"

import { main, program, temporaryFolder } from "../support/program.ts"

const scenario = fileURLToPath(new URL("../../scenarios/auth/refreshes-both-tokens.ts", import.meta.url))
const quickLoad = ["load", scenario, "--rate", "20", "--duration", "200ms"]

/** A folder with what cannot be written over. */
const withObstacles = () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, "folder.ts"))
  writeFileSync(join(folder, "file"), "kept")
  return folder
}

// one for each command that writes files, and one for each way in which they cannot be
const refused: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
  [[scenario, "-r", "html=/proc/no/such"], /^\/proc\/no\/such cannot be written: .*ENOENT.* Give another file\.\n$/],
  [[scenario, "-r", "junit=folder.ts"], /^folder\.ts cannot be written: it is a folder/],
  [[scenario, "-r", "json=file/report"], /^file\/report cannot be written: a part of its path is no folder/],
  [
    [scenario, "-r", "json=a", "-r", "tap=./a"],
    /^\.\/a cannot be written: it is the same as a, which is written already/
  ],
  [[scenario, "--coverage-file", "/proc/no/such"], /^\/proc\/no\/such cannot be written/],
  [[...quickLoad, "--json", "/proc/no/such"], /^\/proc\/no\/such cannot be written/],
  [[...quickLoad, "--html", "folder.ts"], /^folder\.ts cannot be written/],
  [["compare", "in-process", "in-process", scenario, "--json", "/proc/no/such"], /^\/proc\/no\/such cannot be written/],
  [["compare", "in-process", "in-process", scenario, "--markdown", "folder.ts"], /^folder\.ts cannot be written/],
  [["record", "-o", "/proc/no/such.ts"], /^\/proc\/no\/such\.ts cannot be written/],
  [["record", "-o", "folder.ts", "--force"], /^folder\.ts cannot be written/],
  [["export", "k6", scenario, "-o", "file"], /^file is there already: give another name, or --force\.\n$/],
  [["export", "k6", scenario, "-o", "/proc/no/such"], /^\/proc\/no\/such cannot be written/],
  [
    ["fuzz", "--runs", "1", "-o", "/proc/no/such"],
    /^Nothing can be written to \/proc\/no\/such: .* Give another folder/
  ],
  [
    ["fuzz", "--runs", "1", "-o", "file/below"],
    /^Nothing can be written to file\/below: a part of its path is no folder/
  ],
  [["new", "users/my-case", "--folder", "/proc/no/such"], /cannot be written: .*Give another --folder/]
]

// where all else went well, and where something is said with the exit code already
const full: ReadonlyArray<readonly [ReadonlyArray<string>, number, RegExp]> = [
  [[scenario, "-r", "json=/dev/full"], 7, /1 passed, 0 failed/],
  [[scenario, "-r", "json=/dev/full", "--min-coverage", "operations=36"], 5, /1 passed, 0 failed/],
  [[scenario, "--coverage-file", "/dev/full"], 7, /1 passed, 0 failed/],
  [[...quickLoad, "--html", "/dev/full"], 7, /0 failed/],
  [["compare", "in-process", "in-process", scenario, "--json", "/dev/full"], 7, /1 scenario/],
  [["export", "k6", scenario, "-o", "/dev/full"], 7, /^$/]
]

const titled = <Row extends readonly [ReadonlyArray<string>, ...ReadonlyArray<unknown>]>(rows: ReadonlyArray<Row>) =>
  rows.map((row) => ({ title: row[0].map((argument) => basename(argument)).join(" "), row }))

describe("files that a command writes", { timeout: 120_000 }, () => {
  it.each(titled(refused))("$title is refused before anything is run", async ({ row: [args, sentence] }) => {
    const { code, folder, stderr, stdout } = await program(args, withObstacles())
    assert.match(stderr, sentence)
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.strictEqual(readFileSync(join(folder, "file"), "utf8"), "kept")
  })

  it.each(titled(full))(
    "$title, whose disk is full, tells the result all the same",
    async ({ row: [args, ends, result] }) => {
      const { code, stderr, stdout } = await program(args)
      assert.match(stderr, /What was to be written to \/dev\/full is not whole: no space is left there \(ENOSPC\)/)
      assert.match(stdout, result)
      assert.strictEqual(code, ends)
    }
  )

  it("leaves alone what stands in a file until there is something to write", async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, "old.ts"), "old")
    const nobody = "http://127.0.0.1:1"
    const kept = await program(["record", "--from", nobody, "-o", "old.ts", "--force"], folder)
    assert.strictEqual(kept.code, 3, kept.stderr)
    assert.strictEqual(readFileSync(join(folder, "old.ts"), "utf8"), "old")
    const unmade = await program(["record", "--from", nobody, "-o", "new.ts"], folder)
    assert.strictEqual(unmade.code, 3, unmade.stderr)
    assert.isFalse(existsSync(join(folder, "new.ts")))
  })

  it("writes over what stood there, whole", async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, "report"), "x".repeat(1_000_000))
    const { code } = await program([scenario, "-r", "json=report"], folder)
    assert.strictEqual(code, 0)
    assert.strictEqual(JSON.parse(readFileSync(join(folder, "report"), "utf8")).scenarios.length, 1)
  })

  it("makes no folder for differences that are not found", async () => {
    const { code, folder, stderr } = await program(["fuzz", "--runs", "1", "-o", "a/b"])
    assert.strictEqual(code, 0, stderr)
    assert.deepStrictEqual(readdirSync(folder), [])
  })
})

describe("the output of a command", { timeout: 120_000 }, () => {
  it.each(titled([[["--list"]], [[scenario]], [["--help"]]]))(
    "ends with 7 where its disk is full: $title",
    ({ row: [args] }) => {
      const { status, stderr } = spawnSync(process.execPath, [main, ...args], {
        cwd: temporaryFolder(),
        stdio: ["ignore", openSync("/dev/full", "w"), "pipe"]
      })
      assert.deepStrictEqual([status, String(stderr)], [7, "The output cannot be written (ENOSPC).\n"])
    }
  )
})
