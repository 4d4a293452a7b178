import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../../main.ts", import.meta.url))

/** A folder with files, given by their paths in it; `remove` takes it away. */
export const folderOf = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), "remote-assist-e2e-"))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return {
    folder,
    read: (path: string) => readFileSync(join(folder, path), "utf8"),
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts the program in a folder. */
export const started = (args: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...process.env, GITHUB_ACTIONS: "false", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const written = { out: "", err: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => (written.out += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (written.err += text))
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  return { child, written, ended }
}

/** Runs the program in a folder to its end. */
export const ran = async (args: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv = {}) => {
  const { ended, written } = started(args, cwd, env)
  const code = await ended
  return { ...written, code }
}

/** What every scenario file of a test begins with. */
export const imports = `
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import { administratorLogsIn, asked, Expect, provisionedUser, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
`

/** What breaks a report that does not escape it, in each of their formats. */
export const hostile = `</script><img src=x onerror="document.title='owned'"> & ' \` ]]> %0A::error::x # SKIP \\ \u0000\u001B[31m\u202E`

const quotedHostile = JSON.stringify(hostile)

/** Scenarios that pass, fail, are flaky and are skipped, with hostile names and values. */
export const hostileScenarios: Readonly<Record<string, string>> = {
  "my/passes.ts": `${imports}
export default scenario(Effect.gen(function* () {
  yield* administratorLogsIn
  const user = yield* provisionedUser({ name: "<b>Bold</b>" })
  yield* step("the user is deactivated", Effect.flatMap(EnterpriseUsers, (users) => users.deactivate(user.id)))
}), { tags: ["smoke"] })`,
  [`my/<script>alert('1')<&/a "b" # SKIP 100%, x:y.ts`]: `${imports}
export default scenario(Effect.gen(function* () {
  yield* administratorLogsIn
  const users = yield* EnterpriseUsers
  yield* step(${quotedHostile}, Effect.andThen(Effect.exit(users.list({ filter: ${quotedHostile} })), Expect.equal(${quotedHostile}, "line 1\\nline 2", ${quotedHostile})))
}), { tags: [${quotedHostile}] })`,
  "my/flaky.ts": `${imports}
let attempts = 0
export default scenario(Effect.suspend(() => Expect.equal("attempt", ++attempts, 2)))`,
  "my/skipped.ts": `${imports}
export default scenario(Effect.void, { destructive: true, needs: ["world"] })`,
  "my/dies.ts": `${imports}
export default scenario(Effect.die(new Error(${quotedHostile} + "\\nsecond line\\n...\\n---\\nok 99 - forged\\n::error::forged\\n##[error]forged")))`
}
