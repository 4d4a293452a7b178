import { readFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"

import { startTable } from "../../src/cli/flagTable.ts"
import type { FlagHelp } from "../../src/cli/flagTable.ts"
import { variables } from "../../src/cli/start.ts"
import { run, runScript } from "../support/command.ts"

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

const readme = textOf("README.md")

/** The variables in a paragraph. */
const namedIn = (text: string, start: string) => {
  const [, paragraph = ""] = new RegExp(`^${start}(.*?)\n\n`, "ms").exec(text) ?? []
  return Array.from(paragraph.matchAll(/`(REMOTE_ASSIST_\w+)`/g), ([, name = ""]) => name)
}

describe("the environment variables of a client", () => {
  it("are the same in exec, the README, the guide and the help", async () => {
    // the tests may run in a client environment themselves
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("REMOTE_ASSIST_")))
    const [exported, help] = await Promise.all([runScript("env", [], env), run(["exec", "--help"])])
    const names = Array.from(exported.out.matchAll(/^(REMOTE_ASSIST_\w+)=./gm), ([, name = ""]) => name).toSorted()
    assert.deepStrictEqual(names, variables.toSorted())
    assert.deepStrictEqual(namedIn(readme, "`exec` and `env` set").toSorted(), names)
    const guide = namedIn(textOf("../../docs/how-to/other-runners.md"), "The command finds a fresh emulator")
    assert.deepStrictEqual(guide.toSorted(), names)
    const inHelp = new Set(Array.from(help.out.matchAll(/REMOTE_ASSIST_\w+/g), ([name]) => name))
    for (const name of ["CONTROL_TOKEN", "MAIL_TO", "MAIL_WEBHOOK", "MAIL_WEBHOOK_SECRET"])
      inHelp.delete(`REMOTE_ASSIST_MOCK_${name}`)
    assert.deepStrictEqual([...inHelp].toSorted(), names)
  })
})

/** The default of each flag in the reference; for a flag of two commands, that of the first. */
const inReference = new Map(
  Array.from(
    textOf("../../docs/reference/remote-assist-mock.md").matchAll(
      /^\| `(?:-\w, )?--([\w-]+)[^`]*` \|(?:.*\(default ([^)]*)\))?.* \|$/gm
    ),
    ([, name = "", shown = "none"]) => [name, shown] as const
  ).toReversed()
)

it.each(Object.values(startTable).map((spec): FlagHelp => spec))(
  "the reference states the default of --$name",
  ({ name, shown }) => {
    assert.strictEqual(inReference.get(name), shown ?? "none")
  }
)
