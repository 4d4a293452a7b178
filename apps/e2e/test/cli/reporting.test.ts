import { spawn } from "node:child_process"

import { afterAll, assert, describe, it } from "@effect/vitest"

import { folderOf, imports, ran, started } from "../support/reported.ts"

const files = folderOf({
  "my/fails.ts": `${imports}export default scenario(Expect.equal("number", 1, 2))`,
  "my/passes.ts": `${imports}export default scenario(step("a step with a title that is longer than forty columns are", administratorLogsIn))`
})

afterAll(files.remove)

/** What the program writes to a terminal of so many columns; none where the terminal does not know. */
const onTerminal = async (columns: number, args: string, env: NodeJS.ProcessEnv = {}) => {
  const main = new URL("../../main.ts", import.meta.url).pathname
  const command = `stty cols ${columns}; ${process.execPath} ${main} ./my ${args}`
  const unset = { CI: "", GITHUB_ACTIONS: "", NO_COLOR: undefined, FORCE_COLOR: undefined, TERM: "xterm-256color" }
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd: files.folder,
    env: { ...process.env, ...unset, ...env },
    stdio: ["ignore", "pipe", "ignore"]
  })
  let written = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (written += text))
  await new Promise((resolve) => child.once("close", resolve))
  return written.replaceAll("\r", "")
}

const colour = "\u001B[31m"
/** What takes away a tree before it is drawn anew. */
const drawn = "\u001B[J"

describe("reporters", { timeout: 120_000 }, () => {
  it("of which two would write to standard output are refused", async () => {
    const { code, err, out } = await ran(["./my", "-r", "json", "-r", "tap"], files.folder)
    assert.match(err, /^json and tap cannot both write to standard output: give all but one a file, as tap=report\.\n$/)
    assert.deepStrictEqual([code, out], [2, ""])
  })

  it("whose name is misspelt are told with the nearest", async () => {
    const { code, err } = await ran(["./my", "-r", "jnuit=out.xml"], files.folder)
    assert.match(err, /^There is no reporter jnuit\. Did you mean junit\? Give pretty, lines, /)
    assert.strictEqual(code, 2)
  })

  it.each(["pretty", "lines", "dot"])(
    "%s go on where their reader goes away, and the exit code stays",
    async (name) => {
      const { child, ended, written } = started(["./my", "-r", name], files.folder)
      child.stdout.destroy()
      assert.deepStrictEqual([await ended, written.err], [1, ""])
    }
  )

  it("draw a tree on a terminal in colours, and lines that are not longer than it", async () => {
    const text = await onTerminal(40, "-r pretty")
    assert.include(text, drawn)
    assert.include(text, colour)
    assert.match(text, /^ {4}› a step with a title that[^\n]*…$/m)
    const live = text.split("\n").filter((line) => /^ {2,4}(?:›|\S+$)/.test(line) && line.includes("›"))
    for (const line of live) assert.isAtMost(line.length, 40)
  })

  it("draw no colours where NO_COLOR is set, and no tree in CI or on a dumb terminal", async () => {
    assert.notInclude(await onTerminal(80, "-r pretty", { NO_COLOR: "1" }), colour)
    for (const env of [{ CI: "true" }, { TERM: "dumb" }]) assert.notInclude(await onTerminal(80, "", env), drawn)
    assert.include(await onTerminal(80, ""), drawn)
  })

  it("take a terminal that does not know its width for one of 80 columns", async () => {
    assert.match(await onTerminal(0, "-r pretty"), /^ {4}› a step with a title that is longer than forty columns are$/m)
    assert.match(await onTerminal(0, "-r dot"), /^(?:F\.|\.F)$/m)
  })
})
