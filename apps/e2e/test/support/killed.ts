import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { hostname } from "node:os"
import { join } from "node:path"

import { onTestFinished } from "vitest"

import { folderOf, imports, started } from "./reported.ts"

/** The settings of somebody who takes an emulator for a live region. */
export const liveSettings = (origin: string): NodeJS.ProcessEnv => ({
  REMOTE_ASSIST_REGION: "us",
  REMOTE_ASSIST_US_URL: `${origin}/us`,
  REMOTE_ASSIST_API_KEY: "demo-api-key",
  REMOTE_ASSIST_EMAIL: "ada@example.com",
  REMOTE_ASSIST_PASSWORD: "correct-horse",
  REMOTE_ASSIST_COLLEAGUE_EMAIL: "linus@example.com",
  REMOTE_ASSIST_COLLEAGUE_PASSWORD: "correct-horse",
  REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: "pat-demo-ada"
})

/** A scenario that does something and then says `under way` and waits. */
export const waitingScenario = (does: string) => `${imports}
import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { Calls } from "@remote-assist/core/Calls"
import * as E2e from "@remote-assist/e2e"
export default scenario(Effect.gen(function* () {
  yield* administratorLogsIn
  ${does}
  console.log("under way")
  yield* Effect.never
}))`

/** A folder with one scenario, removed after the test. */
export const folderWith = (scenario: string): string => {
  const { folder, remove } = folderOf({ "my/waits.ts": scenario })
  onTestFinished(remove)
  return folder
}

/** Starts a run, and ends it with a signal once it has written a text or `until` is there. */
export const killed = async (
  folder: string,
  args: ReadonlyArray<string>,
  { command = ["./my", ...args], env = {}, signal = "SIGKILL", until }: KillOptions = {}
) => {
  const { child, ended, written } = started(command, folder, env)
  onTestFinished(() => void child.kill("SIGKILL"))
  const underWay = new Promise<void>((resolve) => {
    child.stdout.on("data", () => {
      if (written.out.includes("under way")) resolve()
    })
  })
  await Promise.race([until ?? underWay, ended])
  child.kill(signal)
  return { code: await ended, ...written }
}

interface KillOptions {
  /** Instead of running the scenarios of the folder. */
  readonly command?: ReadonlyArray<string>
  readonly env?: NodeJS.ProcessEnv
  readonly signal?: NodeJS.Signals
  readonly until?: Promise<void>
}

/** The ledgers in a folder, by the ids of their runs. */
export const ledgersIn = (folder: string): ReadonlyMap<string, string> => {
  const own = join(folder, ".remote-assist-e2e")
  return new Map(
    readdirSync(own).flatMap((name) => {
      const [, run] = /^ledger-(.+)\.ndjson$/.exec(name) ?? []
      return run === undefined ? [] : [[run, readFileSync(join(own, name), "utf8")]]
    })
  )
}

/** The only ledger in a folder. */
export const ledgerIn = (folder: string) => {
  const [first, ...others] = ledgersIn(folder)
  if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} ledgers, or none`)
  const [run, text] = first
  return { run, text, file: join(folder, ".remote-assist-e2e", `ledger-${run}.ndjson`) }
}

/** A folder with a ledger in it; `HEAD` in its text stands for a first line. */
export const folderWithLedger = (
  run: string,
  text: string,
  folder = folderWith(""),
  place = { kind: "live", address: "http://127.0.0.1:9/us/api" }
) => {
  const own = join(folder, ".remote-assist-e2e")
  const head = { ledger: 1, run, prefix: `e2e-${run}`, place, started_at: "2026-01-01T00:00:00.000Z" }
  // of a process that has ended
  const { pid } = spawnSync(process.execPath, ["--version"])
  const file = join(own, `ledger-${run}.ndjson`)
  mkdirSync(own, { recursive: true })
  writeFileSync(file, text.replace("HEAD", `${JSON.stringify({ ...head, pid, host: hostname() })}\n`))
  return { folder, file }
}

interface World {
  readonly users: {
    readonly rows: ReadonlyArray<{ readonly entry: { readonly email: string; readonly active: boolean } }>
  }
  readonly personalAccessTokens: ReadonlyArray<readonly [number, unknown]>
  readonly favorites: ReadonlyArray<readonly [number, ReadonlyArray<number>]>
  readonly calls: { readonly annotations: ReadonlyArray<readonly [number, Readonly<Record<string, string>>]> }
}

/** What the default tenant of an emulator holds that scenarios may leave. */
export const heldBy = async (origin: string) => {
  const answer = await fetch(`${origin}/__mock/state`)
  const { us } = (await answer.json()) as { readonly us: World }
  return {
    users: us.users.rows.map(({ entry }) => `${entry.email} ${entry.active}`).toSorted(),
    tokens: us.personalAccessTokens.map(([id]) => id),
    favorites: us.favorites.filter(([, groups]) => groups.length > 0),
    notes: us.calls.annotations
      .map(([, notes]) => notes)
      .filter((notes) => Object.values(notes).some((text) => text !== ""))
  }
}

/** The names of the tenants of an emulator. */
export const tenantsOf = async (origin: string): Promise<ReadonlyArray<string>> => {
  const all = (await (await fetch(`${origin}/__mock/tenants`)).json()) as ReadonlyArray<{ readonly name: string }>
  return all.map(({ name }) => name)
}

/**
 * What stands before an emulator: it passes everything on, but keeps to itself the first answer to a kind of request, whose
 * client waits, or is cut off.
 */
export const keepingAnswer = async (origin: string, method: string, path: RegExp, then: "waits" | "ends" = "waits") => {
  let isKept = false
  let came = () => {}
  const answered = new Promise<void>((resolve) => (came = resolve))
  const server = createServer((incoming, outgoing) => {
    const { headers, method: asked = "GET", url = "/" } = incoming
    const isIt = !isKept && asked === method && path.test(url)
    isKept ||= isIt
    const onward = request(
      new URL(url, origin),
      { method: asked, headers: { ...headers, host: new URL(origin).host } },
      (answer) => {
        if (isIt) {
          answer.resume()
          if (then === "ends") outgoing.destroy()
          return came()
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }
    )
    onward.on("error", () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, answered }
}
