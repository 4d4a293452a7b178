import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { commandLine } from "../support/commandLine.ts"
import { emulator } from "../support/emulators.ts"
import { ownFolder } from "../support/folder.ts"

const onlyLive = (flag: string) =>
  new RegExp(`^${flag} has an effect only on a live region\\. Leave it out, or give live as the target\\.$`)

const wrong: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
  [["--nope"], /^Unrecognized flag: --nope in command remote-assist-e2e\..* See pnpm e2e --help\.$/],
  [["no-such-scenario"], /^no-such-scenario matches no scenario, folder or file\. /],
  [
    ["users/lists-are-ordered"],
    /^users\/lists-are-ordered matches no scenario, folder or file\. Did you mean users\/list-is-ordered\?/
  ],
  [["compre", "in-process", "live"], /^compre matches no scenario, folder or file\. Did you mean compare\? /],
  [["leavr"], /^leavr matches no scenario, folder or file\. Did you mean leave\?/],
  [
    ["users/filtr-finds"],
    /^users\/filtr-finds matches no scenario, folder or file\. Did you mean users\/filter-finds\?/
  ],
  [["users/leavr"], /^users\/leavr matches no scenario, folder or file\. Did you mean leave\?/],
  [["users/deactivation-stops-the-use-of-tokns"], /Did you mean users\/deactivation-stops-the-use-of-tokens\?/],
  [
    [fileURLToPath(new URL("../../scenaris", import.meta.url))],
    /scenaris does not exist\. Did you mean scenarios\? Paths/
  ],
  [["users/my-cas"], /^users\/my-cas matches no scenario, folder or file\. List/],
  [["users/my"], /^users\/my matches no scenario, folder or file\. List/],
  [["zz"], /^zz matches no scenario, folder or file\. List/],
  [
    ["users/deact", fileURLToPath(new URL("../../scenarios/pods", import.meta.url)), "--list"],
    /^users\/deact matches no scenario in \S+pods, where names are searched\. Leave out the path to search the built-in ones\.$/
  ],
  [["./no-such-folder"], /^\.\/no-such-folder does not exist\. /],
  [[""], /^An argument is empty\. Leave it out to select all scenarios\.$/],
  [["--tag", "!"], /^--tag needs a name\.$/],
  [["--test-name-pattern", "("], /^--test-name-pattern is not a regular expression: Invalid .*group\.$/],
  [["--shard", "4/3"], /^--shard 4\/3 is invalid\. Give index\/count, such as 1\/4\.$/],
  [["--retry", "-1"], /^Invalid value for flag --retry: "-1"\. Expected: an integer from 0 to 1,000\. /],
  [["--timeout", "0"], /^Invalid value for flag --timeout: "0"\. Expected: an integer from 1 to 86,400\. /],
  [["--bail", "x"], /^Invalid value for flag --bail: "x"\. Expected: an integer from 0 to 1,000,000\. /],
  [
    ["--timeout", "2 seconds"],
    /^Invalid value for flag --timeout: "2 seconds"\. Expected: an integer from 1 to 86,400\. /
  ],
  [["--seed", "1e99"], /^Invalid value for flag --seed: "1e99"\. Expected: an integer from /],
  [["--target", "localhost:4010"], /^There is no target localhost:4010\. .* such as http:\/\/localhost:4010\.$/],
  [["--reporter", "junt=x"], /^--reporter junt=x is invalid\. Did you mean junit\? Give /],
  [["--target", "sokcet"], /^There is no target sokcet\. Did you mean socket\? Give in-process/],
  [["--reporter", "nope"], /^--reporter nope is invalid\. Give scenarios, .+ or github-actions\.$/],
  [["--reporter", "github"], /^--reporter github is invalid\. Give scenarios, .+ or github-actions\.$/],
  [["--reporter", "json="], /^--reporter json needs a file: --reporter json=file\.$/],
  [["--reporter", "tap=out.tap"], /^--reporter tap=out\.tap: only json, junit, html, blob write to a file\.$/],
  [["--reporter", "html"], /^--reporter html needs a folder: --reporter html=folder\.$/],
  [["--reporter", "html=/proc/out"], /^\/proc\/out cannot be written: .* Give another folder\.$/],
  [["--reporter", "junit"], /^--reporter junit needs a file: --reporter junit=file\.$/],
  [["--reporter", "json=/proc/out.json"], /^\/proc\/out\.json cannot be written: .* Give another file\.$/],
  [["--list", "--shard", "1/3"], /^--list selects only by names and tags\. Leave out --shard\.$/],
  [["--list", "-t", "users"], /^--list selects only by names and tags\. Leave out --test-name-pattern\.$/],
  ...[
    ["watch"],
    ["reporter", "dot"],
    ["bail", "1"],
    ["retry", "1"],
    ["max-workers", "2"],
    ["seed", "7"],
    ["timeout", "7"]
  ].map(
    ([flag, ...value]) =>
      [
        ["--list", `--${flag}`, ...value],
        new RegExp(`^--list selects only by names and tags\\. Leave out --${flag}\\.$`)
      ] as const
  ),
  [
    ["--watch", "--show-missing"],
    /^--watch does not measure coverage\. Leave out --watch, or the flags for coverage\.$/
  ],
  [["--target", "mars"], /^There is no target mars\. Give in-process, socket, live or the address of an emulator/],
  [
    ["--target", "http://user:secret@127.0.0.1:9"],
    /^The address has a path, a query, a user or a fragment\. Give http:\/\/127\.0\.0\.1:9 alone\.$/
  ],
  [["--target", "live", "--config", "no-such.env"], /^Cannot read the settings in no-such\.env/],
  [["--allow-destructive"], onlyLive("--allow-destructive")],
  [["--target", "socket", "--region", "eu"], onlyLive("--region")],
  [["compare", "in-process", "in-process", "--config", "x.env"], onlyLive("--config")],
  [["gc", "--target", "http://127.0.0.1:1", "--region", "eu"], onlyLive("--region")],
  [["fuzz", "--region", "eu"], /^Unrecognized flag: --region in command remote-assist-e2e fuzz\. /],
  [
    [fileURLToPath(new URL("../support/run.ts", import.meta.url))],
    /run\.ts does not exist\. Paths start from the current folder/
  ],
  [
    ["-r", "json=a.json", "-r", "junit=./a.json"],
    /^Two reports cannot be written to \S+a\.json\. Give each its own file\.$/
  ],
  [["new", "dist/foo"], /^dist\/foo is in a folder whose files are never run\. Give another folder\.$/],
  [["new"], /^Missing required argument: name\. /]
]

it.effect("fuzz --help names no target that fuzz refuses", () =>
  Effect.gen(function* () {
    const { out } = yield* commandLine("fuzz", "--help")
    assert.match(out, /--target target +in-process, socket, or the address of an emulator \(default in-process\)/)
  })
)

describe("an invalid invocation", () => {
  it.effect.each(wrong)("%j exits with 2 and one sentence", ([args, sentence]) =>
    Effect.gen(function* () {
      const { code, err, out } = yield* commandLine(...args)
      assert.match(err, sentence)
      assert.notInclude(err, "secret")
      assert.deepStrictEqual([code, out], [2, ""])
    })
  )

  it.live("--last-failed exits with 0 if no scenario failed", () =>
    Effect.gen(function* () {
      const { code, out } = yield* commandLine("users/list-is-ordered", "--last-failed")
      assert.match(out, /No scenario failed in the last run\.$/m)
      assert.strictEqual(code, 0)
    })
  )

  it.live("an unreachable target is reported once before any scenario, and exits with 3", () =>
    Effect.gen(function* () {
      const { code, err, out } = yield* commandLine("users", "--target", "http://127.0.0.1:1")
      assert.match(err, /^No scenario was run: http:\/\/127\.0\.0\.1:1 does not answer .*\. Start an emulator .*\.$/)
      assert.deepStrictEqual([code, out], [3, ""])
    })
  )
})

describe("--list", () => {
  it.live("prints name, first sentence and tags of the selected scenarios", () =>
    Effect.gen(function* () {
      const { code, out } = yield* commandLine("--list", "users/list-is-ordered")
      assert.match(out, /^users\/list-is-ordered {2}\S.*\. {2}\[.*users\]$/)
      assert.strictEqual(code, 0)
    })
  )
})

const subcommands = ["", "compare", "fuzz", "gc", "export k6"]

describe("the examples of --help", { timeout: 60_000 }, () => {
  it.live.each(subcommands)('of "%s" can be run', (name) =>
    Effect.gen(function* () {
      const names = name === "" ? [] : name.split(" ")
      const origin = yield* emulator()
      const folder = ownFolder()
      const help = (yield* commandLine(...names, "--help")).out
      const examples = [...help.matchAll(/^ +(?:\$ )?pnpm e2e((?: [^[<\s]+)*)$/gm)].map(([, args = ""]) => args.trim())
      assert.isNotEmpty(examples, help)
      for (const example of examples) {
        const args = example
          .split(" ")
          .filter((arg) => arg !== "")
          .map((arg) =>
            arg.startsWith("http:") ? origin : arg.endsWith(".js") ? join(folder, arg) : arg === "1000" ? "1" : arg
          )
        const short =
          names.length === 0
            ? ["--list"]
            : names[0] === "compare"
              ? ["pods"]
              : args.includes("--concurrent")
                ? ["--runs", "1"]
                : []
        const { code, err } = yield* commandLine(...args, ...short)
        if (args.includes("live")) assert.match(err, /^Settings are missing: REMOTE_ASSIST_REGION, /)
        else assert.include([0, 4], code, `${example}: ${err}`)
      }
    })
  )
})
