import { readFileSync } from "node:fs"

// arguments of the first process: the emulator, or the init process before it
const args = readFileSync(process.argv[2] ?? "/proc/1/cmdline", "utf8").split("\0")

const ports = args.flatMap((arg, index) => {
  const [flag, value = args[index + 1]] = arg.replace(/^-p(?=\d)/, "-p=").split("=")
  return flag === "--port" || flag === "-p" ? [value] : []
})

const isSecure = args.some((arg) => arg.startsWith("--tls"))

const scheme = isSecure ? "https" : "http"

const url = `${scheme}://127.0.0.1:${ports.at(-1) ?? 4010}/__mock/health`

// any certificate is accepted
const { get } = await import(`node:${scheme}`)

const isHealthy = await new Promise((resolve) => {
  get(url, { rejectUnauthorized: false, agent: false }, ({ statusCode }) => resolve(statusCode === 200)).on(
    "error",
    () => resolve(false)
  )
})

if (!isHealthy) {
  console.error(`No emulator answers at ${url}. Give its port with --port, other than 0, and see its log.`)
  process.exitCode = 1
}
