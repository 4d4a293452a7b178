import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The programs that the tests of a folder start as processes. */
const entries: Readonly<Record<string, ReadonlyArray<string>>> = {
  "apps/tui": ["apps/tui/src/main.ts"],
  "apps/http-mock": ["apps/http-mock/src/main.ts"]
}

const variable = "REMOTE_ASSIST_PROGRAMS"

const bundlePath = (directory: string, entry: string) =>
  join(directory, entry.replace(/\/src\/(\w+)\.ts$/, "/$1.mjs").replaceAll("/", "-"))

/** Bundles the programs for the tests of a folder: a start from source takes five times as long. */
export const bundle = (folder: string, directory: string): Readonly<Record<string, string>> => {
  for (const entry of entries[folder] ?? []) {
    const build = [join(root, "tooling/build.ts"), entry, bundlePath(directory, entry)]
    if (spawnSync(process.execPath, build, { cwd: root, stdio: ["ignore", "ignore", "inherit"] }).status !== 0)
      throw new Error(`Cannot bundle ${entry}.`)
  }
  return { [variable]: directory }
}

/** Returns the file of a program, such as `apps/tui/src/main.ts`: its bundle in a run of all tests, otherwise its source. */
export const program = (entry: string): string => {
  const directory = process.env[variable]
  return directory === undefined ? join(root, entry) : bundlePath(directory, entry)
}
