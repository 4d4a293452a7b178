import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const own = createRequire(new URL("runtimes/package.json", import.meta.url))

const folderOf = (require: NodeJS.Require, name: string) => {
  try {
    return dirname(require.resolve(`${name}/package.json`))
  } catch {
    // not for this platform
    return undefined
  }
}

/** The program of a package whose binaries come as packages by platform, of which the right one is installed. */
const binaryOf = (name: string, ...files: ReadonlyArray<string>) => {
  const folder = folderOf(own, name)
  if (folder === undefined) return undefined
  const manifest = join(folder, "package.json")
  const require = createRequire(manifest)
  return Object.keys(require(manifest).optionalDependencies)
    .flatMap((platform) => folderOf(require, platform) ?? [])
    .flatMap((platform) => files.map((file) => join(platform, file)))
    .find((file) => existsSync(file))
}

const nodeOf = (major: number) => {
  const folder = folderOf(own, `node${major}-${process.platform}-${process.arch}`)
  return folder && join(folder, "bin/node")
}

const onPath = (...names: ReadonlyArray<string>) => {
  if (process.platform === "win32") return undefined
  try {
    return execFileSync("sh", ["-c", names.map((name) => `command -v ${name}`).join(" || ")], {
      encoding: "utf8"
    }).trim()
  } catch {
    return undefined
  }
}

/** Programs that run JavaScript, as far as the project installs them for this platform. */
export const runtimes = {
  node20: nodeOf(20),
  node22: nodeOf(22),
  bun: binaryOf("bun", "bin/bun", "bin/bun.exe"),
  deno: binaryOf("deno", "deno", "deno.exe"),
  workerd: binaryOf("workerd", "bin/workerd", "bin/workerd.exe"),
  /** Of the machine: no package of npm holds it. */
  chromium: onPath("chromium", "chromium-browser", "google-chrome")
}

const npmFolder = folderOf(own, "npm")

/** The script that npm is. */
export const npm = npmFolder && join(npmFolder, "bin/npm-cli.js")
