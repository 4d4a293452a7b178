// parsed before the Node version is looked at: no newer syntax than Node 6 has
require("./node-version.cjs")

const { spawnSync } = require("child_process")
const { existsSync, readdirSync, statSync, writeFileSync } = require("fs")
const { join } = require("path")

const root = join(__dirname, "..")
const stamp = join(root, "node_modules/.installed")
const stampOfAll = join(root, "node_modules/.installed-all")

const changed = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

const manifests = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", "examples/package.json"].map((file) =>
  join(root, file)
)
for (const folder of ["packages", "apps"])
  for (const name of readdirSync(join(root, folder))) manifests.push(join(root, folder, name, "package.json"))

// half a gigabyte that only the tests run
const runtimes = "@remote-assist/runtimes"
const isForTests = /[\\/]tooling[\\/]test\.ts$/.test(process.argv[1] || "")
const wanted = isForTests ? stampOfAll : stamp

if (changed(wanted) < Math.max(...manifests.map(changed))) {
  const shell = process.platform === "win32"
  const args = isForTests ? ["install"] : ["install", `--filter=!${runtimes}`]
  const { status } = spawnSync("pnpm", args, { cwd: root, stdio: "inherit", shell })
  if (status !== 0) process.exit(status === null ? 1 : status)
  writeFileSync(stamp, "")
  if (isForTests) writeFileSync(stampOfAll, "")
}
