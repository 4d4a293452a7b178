import { onTestFinished } from "vitest"

import { ownFolder } from "./folder.ts"
import { imports, started } from "./reported.ts"

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
export const folderWith = (scenario: string): string => ownFolder({ "my/waits.ts": scenario })

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
