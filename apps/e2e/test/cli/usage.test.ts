import { assert, describe, it } from "@effect/vitest"

import { program } from "../support/program.ts"

// for the run and each sub-command: a flag that there is not, and what else its arguments can lack or have too much
const wrong: ReadonlyArray<readonly [string, RegExp]> = [
  ["--nope", /^Unrecognized flag: --nope in command remote-assist-e2e\..* See remote-assist-e2e --help\.\n$/],
  ["--jobs many", /^Invalid value for flag --jobs: "many".* See remote-assist-e2e --help\.\n$/],
  [
    "no-such-command",
    /^no-such-command chooses no scenario: none of \d+ has it in its name, .* See them all with --list\.\n$/
  ],
  ["compare --nope in-process live", /^Unrecognized flag: --nope/],
  ["compare in-process", /^Missing required argument: B\. See remote-assist-e2e compare --help\.\n$/],
  ["compare in-process live --data other", /^Invalid value for flag --data: "other"/],
  ["export", /^export lacks the form to write: give k6\. See remote-assist-e2e export --help\.\n$/],
  ["export nope", /^Unknown subcommand "nope".* See remote-assist-e2e export --help\.\n$/],
  ["export k6", /^Missing required argument: scenario\. See remote-assist-e2e export k6 --help\.\n$/],
  ["export k6 users --nope", /^Unrecognized flag: --nope/],
  ["fuzz --nope", /^Unrecognized flag: --nope/],
  ["fuzz --runs many", /^Invalid value for flag --runs: "many"/],
  ["gc --nope", /^Unrecognized flag: --nope/],
  ["gc --run", /--run/],
  ["new --nope users/my-case", /^Unrecognized flag: --nope/],
  ["--seed x", /^Invalid value for flag --seed: "x"/],
  ["--seed 99999999999999999999", /^Invalid value for flag --seed: "99999999999999999999"/],
  ["--shard x", /^--shard x is no part such as 1\/4, the first of four\.\n$/],
  ["new", /^Missing required argument: name\. See remote-assist-e2e new --help\.\n$/]
]

// a number beyond what its flag takes, with the bounds
const beyond: ReadonlyArray<readonly [string, string]> = [
  ["--retries -1", "0 to 1,000"],
  ["--repeat-each 0", "1 to 10,000"],
  ["--repeat-each -1", "1 to 10,000"],
  ["--repeat-each 1000000000", "1 to 10,000"],
  ["--timeout 0", "1 to 86,400"],
  ["--timeout 2147484", "1 to 86,400"],
  ["--jobs 0", "1 to 1,000"],
  ["compare in-process in-process --again -5", "0 to 1,000"],
  ["compare in-process in-process --tries -1", "0 to 1,000,000"],
  ["compare in-process in-process --timeout 2147484", "1 to 86,400"],
  ["fuzz --runs -1", "1 to 1,000,000"],
  ["fuzz --commands 0", "1 to 10,000"]
]

const alone = /^The address has .+: give http:\/\/127\.0\.0\.1:9 alone\.\n$/
const all = /: leave it out to choose all\.\n$/

// what would be left out, and so choose something else
const dropped: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
  [["--target", "http://127.0.0.1:9/wrong/path"], alone],
  [["--target", "http://user:secret@127.0.0.1:9"], alone],
  [["--target", "http://127.0.0.1:9?secret"], alone],
  [["compare", "in-process", "http://127.0.0.1:9/us", "pods"], alone],
  [["--tag", "!"], all],
  [["--tag", ""], all],
  [["--grep", ""], all]
]

describe("a wrong invocation", { timeout: 120_000 }, () => {
  it.each(wrong)("%s is told in one sentence on standard error and ends with 2", async (args, sentence) => {
    const { code, stderr, stdout } = await program(args.split(" "))
    assert.match(stderr, sentence)
    assert.deepStrictEqual([code, stdout], [2, ""])
  })

  it.each(dropped)("%j is refused, not read as if it were less", async (args, sentence) => {
    const { code, stderr, stdout } = await program(args)
    assert.match(stderr, sentence)
    assert.notInclude(stderr, "secret")
    assert.deepStrictEqual([code, stdout], [2, ""])
  })

  it.each(beyond)("%s is told with the bounds and ends with 2", async (args, bounds) => {
    const { code, stderr, stdout } = await program(args.split(" "))
    assert.match(
      stderr,
      new RegExp(`^Invalid value for flag --.* Expected: a whole number from ${bounds}\\. See .*\n$`)
    )
    assert.deepStrictEqual([code, stdout], [2, ""])
  })

  it.each(["--help", "--version", "export --help", "gc"])("%s is none", async (args) => {
    const { code, stderr } = await program(args.split(" "))
    assert.deepStrictEqual([code, stderr], [0, ""])
  })
})
