import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { Emulator } from "@remote-assist/http-mock"
import type { ServerOptions } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { onTestFinished } from "vitest"

import { remoteAssist, startHere, startProgram } from "../support/command.ts"

/** An emulator on a socket, with its control plane, and a folder for files; until the test ends. */
export const served = async (options: ServerOptions = {}) => {
  const scope = Scope.makeUnsafe()
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const context = await Effect.runPromise(Layer.buildWithScope(Emulator.layerServer({ ...options, port: 0 }), scope))
  const emulator = await Effect.runPromise(Effect.provideContext(Emulator, context))
  const control = await Effect.runPromise(emulator.control)
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-import-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { baseUrl, demo } = emulator
  const env = {
    REMOTE_ASSIST_REGION: "us",
    REMOTE_ASSIST_US_URL: baseUrl.us,
    REMOTE_ASSIST_EU_URL: baseUrl.eu,
    REMOTE_ASSIST_API_KEY: demo.apiKey,
    REMOTE_ASSIST_EMAIL: demo.email,
    REMOTE_ASSIST_PASSWORD: demo.password
  }
  const file = join(folder, "new-hires.csv")
  const results = `${file}.results.ndjson`
  const lines = async () => (await readFile(results, "utf8")).split("\n").slice(0, -1)
  return {
    folder,
    file,
    results,
    env,
    faults: control.faults,
    /** Writes the file to import. */
    write: (text: string | Uint8Array) => writeFile(file, text),
    /** The results, without the first line of each run. */
    entries: async () =>
      (await lines()).map((line): Record<string, unknown> => JSON.parse(line)).filter((line) => "state" in line),
    /** The requests that were to create a user, as the emulator saw them. */
    provisions: () =>
      Effect.runPromise(control.journal.list({ query: { operation: "EnterpriseUsers.provision", limit: 100_000 } })),
    /** How often somebody logged in with a password. */
    logIns: async () =>
      (await Effect.runPromise(control.journal.list({ query: { operation: "Auth.logIn", limit: 100_000 } }))).length,
    /** How many pages of users were asked for. */
    lists: async () =>
      (await Effect.runPromise(control.journal.list({ query: { operation: "EnterpriseUsers.list", limit: 100_000 } })))
        .length,
    users: async (filter?: string) => {
      const args = ["users", "list", "--ndjson", ...(filter === undefined ? [] : ["--filter", filter])]
      const { stdout } = await remoteAssist(args, { env })
      return stdout
        .trim()
        .split("\n")
        .filter((line) => line !== "")
        .map((line): { id: number; email: string; name: string; active: boolean } => JSON.parse(line))
    },
    run: (...args: ReadonlyArray<string>) => remoteAssist(["users", "import", file, ...args], { env }),
    /** Starts it in this process. */
    startHere: (...args: ReadonlyArray<string>) => startHere(["users", "import", file, ...args], env),
    /** Starts it in a process of its own. */
    start: (...args: ReadonlyArray<string>) => startProgram(["users", "import", file, ...args], { env })
  }
}

/** A file of so many users. */
export const hires = (count: number, from = 1) =>
  `name,email\n${Array.from({ length: count }, (_, at) => `Hire ${at + from},hire${at + from}@plant.example\n`).join("")}`

/** The rows that a command wrote, an object a line. */
export const rowsOf = (stdout: string) =>
  stdout
    .trim()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line))

/** A file that has rows of every kind. */
export const mixed =
  "Full Name;E-Mail;Pods;Role;Mail\r\n" +
  "Mary Jackson;mary@plant.example;Everyone;;no\r\n" +
  "Grace;Grace@Example.com;;;\r\n" +
  "Edsger;edsger@example.com;;;\r\n" +
  ";;;;\r\n" +
  "Mira;mira.example.com;;;\r\n" +
  "Tom;tom@plant.example;Nite Shift;;\r\n" +
  "Rosa;rosa@plant.example;1;Chief;yes\r\n" +
  "Mary J;MARY@plant.example;;;\r\n"
