import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The programs that tests start as processes, by the folder whose tests start them. */
const entries: Readonly<Record<string, ReadonlyArray<string>>> = {
  "apps/tui": ["apps/tui/src/main.ts", "apps/tui/src/demo.ts", "apps/http-mock/src/main.ts"],
  "apps/http-mock": ["apps/http-mock/src/main.ts"],
  "apps/e2e": ["apps/http-mock/src/main.ts"]
}

const variable = "REMOTE_ASSIST_PROGRAMS"

const bundleOf = (directory: string, entry: string) =>
  join(directory, entry.replace(/\/src\/(\w+)\.ts$/, "/$1.mjs").replaceAll("/", "-"))

/** Bundles the programs of a folder's tests: a start from source takes five times as long. */
export const bundle = (folder: string, directory: string): Readonly<Record<string, string>> => {
  for (const entry of entries[folder] ?? []) {
    const build = [join(root, "tooling/build.ts"), entry, bundleOf(directory, entry)]
    if (spawnSync(process.execPath, build, { cwd: root, stdio: ["ignore", "ignore", "inherit"] }).status !== 0)
      throw new Error(`${entry} cannot be bundled`)
  }
  return { [variable]: directory }
}

/** The file of a program, such as `apps/tui/src/main.ts`: its bundle in a run of all tests, else its source. */
export const program = (entry: string): string => {
  const directory = process.env[variable]
  return directory === undefined ? join(root, entry) : bundleOf(directory, entry)
}
