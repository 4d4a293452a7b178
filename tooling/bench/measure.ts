import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { request } from "node:http"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** The API key header. */
export const key = { "x-service-api-key": "demo-api-key" }

/** The credentials of the default administrator. */
export const logIn = {
  method: "POST",
  path: "/us/api/v1r1/auth",
  headers: { ...key, "content-type": "application/json" },
  body: JSON.stringify({ email: "ada@example.com", password: "correct-horse" })
} as const

/** Logs the default administrator in, and resolves to the token. */
export const tokenAt = async (origin: string): Promise<string> => {
  const { path, ...init } = logIn
  const answer = await fetch(`${origin}${path}`, init)
  return JSON.parse(await answer.text()).token
}

export const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Finds a free port. */
export const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  return String(port)
}

export const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** Starts an emulator on a free port, until this process ends. */
export const startEmulator = async (entry: string, ...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [entry, "--port", "0", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"]
  })
  process.once("exit", () => child.kill("SIGKILL"))
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const [, found] = /US +(http:\/\/[^/\s]+)/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
    child.once("exit", (code) => reject(new Error(`the emulator exited with ${code}`)))
  })
  return { child, origin }
}

/** A request that a server must answer with 200. */
export interface Question {
  readonly method?: "GET" | "POST"
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Returns the status of the answer, or undefined if the server does not listen yet. */
const statusOf = (port: string, { body, headers, method, path }: Question) =>
  new Promise<number | undefined>((resolve) => {
    request({ host: "127.0.0.1", port, method, path, headers: { ...headers } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on("error", () => setTimeout(resolve, 1, undefined))
      .end(body)
  })

/** Waits until a server answers anything. */
export const answers = async (port: string) => {
  while ((await statusOf(port, { path: "/" })) === undefined) await pause(20)
}

/** Starts a server; measures the milliseconds until its first answer. Fails unless it is 200. */
export const startServer = async (question: Question, args: (port: string) => ReadonlyArray<string>) => {
  const port = await freePort()
  const before = performance.now()
  const child = spawn(process.execPath, args(port), { stdio: "ignore" })
  let status: number | undefined
  while (status === undefined) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs[1]} exited with ${child.exitCode}`)
    status = await statusOf(port, question)
  }
  const took = performance.now() - before
  if (status !== 200) throw new Error(`${child.spawnargs[1]} answered ${status} to ${question.path}`)
  return { child, port, took }
}

/** Stops a server. SIGKILL would stop it before Node writes its compile cache. */
export const stopServer = async (child: ChildProcess) => {
  child.kill("SIGINT")
  const late = setTimeout(() => child.kill("SIGKILL"), 2000)
  await once(child, "exit")
  clearTimeout(late)
}

/** Returns the milliseconds of processor time that a process has taken, with its threads; 0 after its end. */
export const processorOf = async (pid: number | undefined) => {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  const [user = 0, system = 0] = (text.split(") ")[1] ?? "").split(" ").slice(11, 13).map(Number)
  return (user + system) * 10
}

/** Returns the resident memory of a process in MiB. */
export const residentOf = async (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024

/** Measures several subjects in turn, so that other load affects all of them, and returns medians without the first round. */
export const inTurn = async (
  measures: ReadonlyArray<() => Promise<number>>,
  rounds: number
): Promise<ReadonlyArray<number>> => {
  const values = measures.map((): Array<number> => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, measure] of measures.entries()) {
      const value = await measure()
      if (round > 0) values[index]?.push(value)
    }
  return values.map(median)
}

/** Measures subjects in turn, and prints the median of each with its ratio to that of one of them. */
export const compare = async (
  subjects: ReadonlyArray<readonly [name: string, measure: () => Promise<number>]>,
  rounds: number,
  base = 0,
  unit = "ms"
) => {
  const times = await inTurn(
    subjects.map(([, measure]) => measure),
    rounds
  )
  for (const [index, [name]] of subjects.entries()) {
    const time = times[index] ?? 0
    const ratio = (time / (times[base] ?? 0)).toFixed(2)
    console.log(`${name.padEnd(48)} ${time.toFixed(0).padStart(6)} ${unit}   ${ratio}x of ${subjects[base]?.[0]}`)
  }
}
