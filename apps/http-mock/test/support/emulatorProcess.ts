import { spawn } from "node:child_process"

import { onTestFinished } from "vitest"

import { program } from "../../../../tooling/programs.ts"

const main = program("apps/http-mock/src/main.ts")

const headers = { "x-service-api-key": "demo-api-key", "content-type": "application/json" }

const tokenFrom = async (url: string): Promise<string> => {
  const body = JSON.stringify({ email: "ada@example.com", password: "correct-horse" })
  const answer = await fetch(`${url}/api/v1r1/auth`, { method: "POST", headers, body })
  return ((await answer.json()) as { readonly token: string }).token
}

/** A module that changes the host name, to import before the emulator. */
const machineNamed = (name: string) =>
  `data:text/javascript,import os from "node:os"; os.hostname = () => ${JSON.stringify(name)}`

/** Starts an emulator with a state file in another process, optionally with another host name; the test ends it. */
export const startProcess = async (file: string, machine?: string) => {
  const first = machine === undefined ? [] : ["--import", machineNamed(machine)]
  const child = spawn(process.execPath, [...first, main, "--port", "0", "--state", file], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  const closed = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal))
  )
  onTestFinished(async () => {
    child.kill("SIGKILL")
    await closed
  })
  let logged = ""
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        logged += chunk
        const [, url] = /US +(http:\S+)\n/.exec(logged) ?? []
        if (url !== undefined) resolve(url)
      })
    void closed.then((end) => reject(new Error(`the emulator ended with ${end} after: ${logged}`)))
  })
  const token = await tokenFrom(url)
  return {
    pid: child.pid,
    closed,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Sends a signal, and returns the log when the process has ended. */
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await closed
      return logged
    },
    send: (path: string, body: unknown) =>
      fetch(new URL(path, url), {
        method: "POST",
        headers: { ...headers, authorization: token },
        body: JSON.stringify(body)
      }),
    /** Creates a user. */
    create: (email: string, more = {}) =>
      fetch(`${url}/api/v1r1/enterprise/users`, {
        method: "POST",
        headers: { ...headers, authorization: token },
        body: JSON.stringify({ email, send_email: false, ...more })
      })
  }
}
