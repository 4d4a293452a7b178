import { spawn } from "node:child_process"
import { appendFileSync, mkdtempSync, openSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"

const {
  GITHUB_ENV,
  GITHUB_OUTPUT,
  MOCK_ARGS = "",
  MOCK_COMMAND = "",
  MOCK_PORT = "0",
  MOCK_TIMEOUT = "60",
  MOCK_VERSION = "",
  RUNNER_TEMP
} = process.env

/** Ends the step with one sentence. */
const fail = (why, log = "") => {
  if (log !== "") console.error(log)
  console.log(`::error title=Remote-assistance emulator::${why.replaceAll("\r", "%0D").replaceAll("\n", "%0A")}`)
  process.exit(1)
}

/** The words of a line; quotes keep spaces together. */
const wordsOf = (line) =>
  Array.from(line.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g), ([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single)
  )

const seconds = Number(MOCK_TIMEOUT)
if (!(seconds > 0)) fail(`The timeout is ${MOCK_TIMEOUT}. Use a number of seconds above 0.`)
if (!/^[\w.-]*$/.test(MOCK_VERSION)) fail(`The version is ${MOCK_VERSION}. Use one such as 1.2.3, or latest.`)

const npx =
  MOCK_VERSION === "" ? ["npx", "--no"] : ["npx", "--yes", `--package=@remote-assist/http-mock@${MOCK_VERSION}`]
const [program, ...first] = MOCK_COMMAND.trim() === "" ? [...npx, "remote-assist-mock"] : wordsOf(MOCK_COMMAND)
const args = [...first, "--port", MOCK_PORT, "--banner", "json", ...wordsOf(MOCK_ARGS)]

const folder = mkdtempSync(join(RUNNER_TEMP ?? tmpdir(), "remote-assist-mock-"))
const [ready, log] = [join(folder, "ready.json"), join(folder, "stderr.log")]
const emulator = spawn(program, args, {
  detached: true,
  stdio: ["ignore", openSync(ready, "a"), openSync(log, "a")],
  // npx is a script there
  shell: process.platform === "win32"
})
let end = ""
emulator.once("error", ({ message }) => (end = message))
emulator.once("exit", (code, signal) => (end = `it ended with ${code ?? signal}`))

const deadline = performance.now() + seconds * 1000
while (!readFileSync(ready, "utf8").includes("\n")) {
  if (end !== "") fail(`The emulator did not start: ${end}. ${program} was run.`, readFileSync(log, "utf8"))
  if (performance.now() > deadline) {
    // with what npx started
    if (process.platform === "win32") emulator.kill()
    else process.kill(-emulator.pid)
    fail(`The emulator was not ready after ${seconds} seconds.`, readFileSync(log, "utf8"))
  }
  await setTimeout(50)
}
emulator.unref()

const settings = JSON.parse(readFileSync(ready, "utf8"))
const { REMOTE_ASSIST_EU_URL, REMOTE_ASSIST_MOCK_URL, REMOTE_ASSIST_US_URL } = settings
const health = await fetch(`${REMOTE_ASSIST_MOCK_URL}/__mock/health`).then(({ status }) => status, String)
if (health !== 200) fail(`${REMOTE_ASSIST_MOCK_URL}/__mock/health answers ${health}.`, readFileSync(log, "utf8"))

const lines = (pairs) => pairs.map(([name, value]) => `${name}=${value}\n`).join("")
const outputs = {
  url: REMOTE_ASSIST_MOCK_URL,
  "us-url": REMOTE_ASSIST_US_URL,
  "eu-url": REMOTE_ASSIST_EU_URL,
  pid: emulator.pid,
  log
}
if (GITHUB_ENV !== undefined) appendFileSync(GITHUB_ENV, lines(Object.entries(settings)))
if (GITHUB_OUTPUT !== undefined) appendFileSync(GITHUB_OUTPUT, lines(Object.entries(outputs)))
console.log(`The emulator is ready at ${REMOTE_ASSIST_MOCK_URL}.`)
