import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { onTestFinished } from "vitest"

import { start } from "../support/command.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** A project of somebody who uses the SDK, with files by their names; it is removed with the test. */
export const project = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), "snippets-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  symlinkSync(join(root, "apps/tui/node_modules"), join(folder, "node_modules"))
  write("package.json", JSON.stringify({ type: "module" }))
  write(
    "tsconfig.json",
    JSON.stringify({
      extends: join(root, "tsconfig.base.json"),
      include: ["**/*.ts"],
      compilerOptions: {
        composite: false,
        incremental: false,
        declaration: false,
        declarationMap: false,
        noEmit: true,
        rootDir: "/",
        tsBuildInfoFile: null,
        typeRoots: [join(root, "node_modules/@types")],
        plugins: []
      }
    })
  )
  for (const [name, text] of Object.entries(files)) write(name, text)
  return {
    compile: () => start(join(root, "node_modules/.bin/tsc"), ["-p", folder]).ended(),
    /** Runs files one after the other, each to its end, be it an error. */
    run: (names: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
      const imports = names.map(
        (name) => `await import("./${name}").catch((error) => console.error("${name}", error))\n`
      )
      write("run.mjs", `${imports.join("")}process.exit()\n`)
      return start(process.execPath, [join(folder, "run.mjs")], { env }).ended()
    }
  }
}
