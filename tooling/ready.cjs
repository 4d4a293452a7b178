// parsed before the Node version is looked at: no newer syntax than Node 6 has
require("./node-version.cjs")

const { spawnSync } = require("child_process")
const { existsSync, readdirSync, statSync, writeFileSync } = require("fs")
const { enableCompileCache } = require("module")
const { basename, join } = require("path")

const root = join(__dirname, "..")

// the next start finds TypeScript stripped of its types and compiled, which is half of a start
enableCompileCache(join(root, "node_modules/.cache/node"))
const changed = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

const manifests = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", "examples/package.json"].map((file) =>
  join(root, file)
)
for (const folder of ["packages", "apps"])
  for (const name of readdirSync(join(root, folder))) manifests.push(join(root, folder, name, "package.json"))
const newest = Math.max(...manifests.map(changed))

// each has what the ones before it have
const sets = [
  {
    name: "run",
    what: "what the command runs",
    args: ["--prod", "--ignore-scripts", "--filter=remote-assist", "--filter=@remote-assist/tui..."]
  },
  {
    name: "build",
    what: "what the commands for building and testing need",
    args: ["--filter=!@remote-assist/runtimes"]
  },
  { name: "release", what: "everything, with the runtimes and generators that the tests of a release need", args: [] }
]

const script = process.argv[1] || ""
const isApp = /[\\/]apps[\\/](tui|http-mock)[\\/]src[\\/]/.test(script)
const wanted = isApp ? 0 : basename(script) === "release.ts" ? 2 : 1

// the age of releases was looked at when they were locked: to look again takes a minute and a half
const locked = ["install", "--frozen-lockfile", "--config.minimumReleaseAge=0"]

const stamp = (index) => join(root, "node_modules", ".installed-" + sets[index].name)
const isInstalled = sets.some((_, index) => index >= wanted && changed(stamp(index)) >= newest && newest > 0)

if (!isInstalled) {
  const { args, what } = sets[wanted]
  console.error("Installing " + what + ".")
  const shell = process.platform === "win32"
  const { status } = spawnSync("pnpm", locked.concat(args), {
    cwd: root,
    stdio: ["inherit", 2, 2],
    shell
  })
  if (status !== 0) process.exit(status === null ? 1 : status)
  writeFileSync(stamp(wanted), "")
}
