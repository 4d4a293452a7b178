import { spawn } from "node:child_process"
import { appendFileSync, mkdtempSync, openSync, readFileSync } from "node:fs"
import { get as getHttp } from "node:http"
import { get as getHttps } from "node:https"
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

/** Splits a line into words; quotes keep spaces together. */
const splitWords = (line) =>
  Array.from(line.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g), ([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single)
  )

const seconds = Number(MOCK_TIMEOUT)
if (!(seconds > 0)) fail(`The timeout is ${MOCK_TIMEOUT}. Use a number of seconds above 0.`)
if (!/^[\w.-]*$/.test(MOCK_VERSION)) fail(`The version is ${MOCK_VERSION}. Use one such as 1.2.3, or latest.`)

const unclosed = [MOCK_COMMAND, MOCK_ARGS].find((line) => /["']/.test(line.replaceAll(/"[^"]*"|'[^']*'/g, "")))
if (unclosed !== undefined) fail(`In ${unclosed.trim()} a quote is not closed.`)

// without -- npx would parse the flags
const npx = [
  "npx",
  ...(MOCK_VERSION === "" ? ["--no"] : ["--yes", `--package=@remote-assist/http-mock@${MOCK_VERSION}`]),
  "--",
  "remote-assist-mock"
]
const [program = "", ...first] = MOCK_COMMAND.trim() === "" ? npx : splitWords(MOCK_COMMAND)
if (program === "") fail(`The command is ${MOCK_COMMAND}. Use one such as npx remote-assist-mock, or none.`)
const flags = splitWords(MOCK_ARGS)
if (flags.some((flag) => /^(?:--port|-p)(?:=|$)/.test(flag))) fail("The args set a port. Set the input port instead.")
const args = [...first, "--port", MOCK_PORT.trim() || "0", "--banner", "json", ...flags]

const folder = mkdtempSync(join(RUNNER_TEMP ?? tmpdir(), "remote-assist-mock-"))
const [ready, log] = [join(folder, "ready.json"), join(folder, "stderr.log")]
const emulator = spawn(program, args, {
  detached: true,
  stdio: ["ignore", openSync(ready, "a"), openSync(log, "a")],
  // npx is a script on Windows
  shell: process.platform === "win32"
})
let end = ""
emulator.once("error", ({ code }) => {
  const reason = code === "ENOENT" ? "there is no such program" : `it is not executable (${code})`
  end = `Cannot run ${program}: ${reason}. Set the input command to a program that starts the emulator.`
})
emulator.once("exit", (code, signal) => {
  end = `The emulator did not start: it ended with ${code ?? signal}. ${program} was run.`
})

/** Ends the step and the emulator. */
const stop = (why) => {
  try {
    // the group includes the children of npx
    if (process.platform === "win32") emulator.kill()
    else process.kill(-emulator.pid)
  } catch {
    // it ended already
  }
  const text = readFileSync(log, "utf8")
  const last = text.split(/\r?\n/).findLast((line) => line.trim() !== "" && !line.includes("complete log of this run"))
  fail(last === undefined ? why : `${why} Its last message: ${last.trim()}`, text)
}

const deadline = performance.now() + seconds * 1000
while (!readFileSync(ready, "utf8").includes("\n")) {
  if (end !== "") stop(end)
  if (performance.now() > deadline) stop(`The emulator was not ready after ${seconds} seconds.`)
  await setTimeout(50)
}
emulator.unref()

/** Parses the settings that the emulator prints; undefined if another program printed the line. */
const parseSettings = (line) => {
  try {
    const settings = JSON.parse(line)
    return URL.canParse(settings?.REMOTE_ASSIST_MOCK_URL) ? settings : undefined
  } catch {
    return undefined
  }
}

/** The status and the text of an address; the certificate may be one that nobody signed. */
const ask = (url) =>
  new Promise((resolve) => {
    const get = url.startsWith("https:") ? getHttps : getHttp
    const signal = AbortSignal.timeout(10_000)
    const onError = ({ message }) => resolve({ status: message, text: "" })
    get(url, { rejectUnauthorized: false, agent: false, signal }, (answer) => {
      let text = ""
      answer.setEncoding("utf8").on("error", onError)
      answer.on("data", (chunk) => (text += chunk)).on("end", () => resolve({ status: answer.statusCode, text }))
    }).on("error", onError)
  })

const [banner] = readFileSync(ready, "utf8").split("\n", 1)
const settings = parseSettings(banner)
if (settings === undefined) stop(`${program} is not an emulator: its output starts with ${banner.slice(0, 100)}.`)
const { REMOTE_ASSIST_EU_URL, REMOTE_ASSIST_MOCK_URL, REMOTE_ASSIST_US_URL } = settings
const { status, text } = await ask(`${REMOTE_ASSIST_MOCK_URL}/__mock/health`)
if (status !== 200) stop(`The emulator does not answer at ${REMOTE_ASSIST_MOCK_URL}/__mock/health: ${status}.`)

const lines = (pairs) => pairs.map(([name, value]) => `${name}=${value}\n`).join("")
const outputs = {
  url: REMOTE_ASSIST_MOCK_URL,
  "us-url": REMOTE_ASSIST_US_URL,
  "eu-url": REMOTE_ASSIST_EU_URL,
  // npx runs the emulator as a child of its child; older versions do not say their process id
  pid: JSON.parse(text).pid ?? emulator.pid,
  log
}
if (GITHUB_ENV !== undefined) appendFileSync(GITHUB_ENV, lines(Object.entries(settings)))
if (GITHUB_OUTPUT !== undefined) appendFileSync(GITHUB_OUTPUT, lines(Object.entries(outputs)))
console.log(`The emulator is ready at ${REMOTE_ASSIST_MOCK_URL}.`)
