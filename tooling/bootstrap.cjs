// parsed before the check of the Node version, so only syntax of Node 6
require("./node-version.cjs")

const { spawnSync } = require("child_process")
const { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } = require("fs")
const { enableCompileCache } = require("module")
const { basename, join } = require("path")

const root = join(__dirname, "..")

// caches compiled TypeScript, which halves the next start
enableCompileCache(join(root, "node_modules/.cache/node"))
const modifiedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

const manifests = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", "examples/package.json"].map((file) =>
  join(root, file)
)
for (const folder of ["packages", "apps"])
  for (const name of readdirSync(join(root, folder))) manifests.push(join(root, folder, name, "package.json"))
const newest = Math.max(...manifests.map(modifiedAt))

// each includes the sets before it
const sets = [
  {
    name: "run",
    what: "the dependencies of the command",
    args: [
      "--prod",
      "--ignore-scripts",
      "--filter=remote-assist",
      "--filter=@remote-assist/cli",
      "--filter=@remote-assist/tui...",
      "--filter=@remote-assist/examples..."
    ]
  },
  {
    name: "build",
    what: "the dependencies for building and testing",
    args: ["--filter=!@remote-assist/runtimes"]
  },
  { name: "release", what: "all dependencies, with runtimes and generators for release tests", args: [] }
]

const script = process.argv[1] || ""
const isApp = /[\\/]apps[\\/](tui|http-mock)[\\/]src[\\/]/.test(script)
const required = isApp ? 0 : basename(script) === "release.ts" ? 2 : 1

// the lockfile was checked for the age of releases; checking again takes a minute and a half
const locked = ["install", "--frozen-lockfile", "--config.minimumReleaseAge=0"]

const stamp = (index) => join(root, "node_modules", ".installed-" + sets[index].name)

// pnpm's own record: a plain `pnpm install` writes no stamp
const isWhole = () => {
  const record = join(root, "node_modules", ".pnpm-workspace-state-v1.json")
  if (modifiedAt(record) < newest) return false
  const { filteredInstall, settings = {} } = JSON.parse(readFileSync(record, "utf8"))
  return filteredInstall === false && ["dev", "optional", "production"].every((kind) => settings[kind] !== false)
}

const isInstalled = () =>
  newest > 0 && (sets.some((_, index) => index >= required && modifiedAt(stamp(index)) >= newest) || isWhole())

const lock = join(root, "node_modules", ".installing")
const maxWaits = 3000

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** Returns the process that holds the lock, or 0 before it has written its number and after it has removed it. */
const lockOwner = () => {
  try {
    return Number(readFileSync(lock, "utf8"))
  } catch (error) {
    if (error.code === "ENOENT") return 0
    throw error
  }
}

// waits at most ten minutes, and not for a process that has ended
const takeLock = () => {
  mkdirSync(join(root, "node_modules"), { recursive: true })
  for (let waits = 0; ; waits++) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: "wx" })
    } catch (error) {
      if (error.code !== "EEXIST") throw error
    }
    if (waits === 0) console.error("Waiting for another command that installs.")
    if (waits >= maxWaits || !isAlive(lockOwner())) rmSync(lock, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
}

const install = () => {
  // keeps what was installed before, also by a plain `pnpm install`
  const largest = sets.reduce((last, _, index) => (existsSync(stamp(index)) ? index : last), 0)
  const isForBuilding = existsSync(join(root, "node_modules", "vitest"))
  const installing = Math.max(required, largest, isForBuilding ? 1 : 0)
  const { args, what } = sets[installing]
  console.error("Installing " + what + ".")
  const shell = process.platform === "win32"
  const { status } = spawnSync("pnpm", locked.concat(args), {
    cwd: root,
    stdio: ["inherit", 2, 2],
    shell
  })
  if (status === 0) writeFileSync(stamp(installing), "")
  return status === null ? 1 : status
}

if (!isInstalled()) {
  takeLock()
  const status = isInstalled() ? 0 : install()
  rmSync(lock, { force: true })
  if (status !== 0) process.exit(status)
}
if (isApp) require("./tsx.cjs")
