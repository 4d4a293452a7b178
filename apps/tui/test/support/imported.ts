import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { onTestFinished } from "vitest"

import { start } from "./start.ts"

/** A folder until the test ends. */
export const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "remote-assist-test-"))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

/** A file to import. */
export const file = (text: string) => {
  const path = join(folder(), "new-hires.csv")
  writeFileSync(path, text)
  return path
}

/** Three to create, of whom the service refuses one, one who exists, and one who cannot be sent. */
export const mixed =
  "Full Name,E-Mail,Pods,Role\n" +
  "Mary Jackson,mary@plant.example,Everyone,\n" +
  "Edsger,edsger@example.com,,\n" +
  "Mira,mira.example.com,,\n" +
  "Rosa,rosa@plant.example,1,Chief\n" +
  "Ann,ann@plant.example,,\n"

type Started = ReturnType<typeof start>

/** Goes from the list of users to the dry run. */
export const opening = async ({ press, see }: Started, path: string) => {
  await press("i")
  await see("Import, step 1 of 4: file")
  await press(path, "enter")
  await see("step 2 of 4: dry run", /rows to check|all rows/)
}

/** The program with the dry run of a file. */
export const opened = async (path: string, options: Parameters<typeof start>[0] = {}) => {
  const program = start(options)
  await program.see("Users 1 of 4")
  await opening(program, path)
  const changes = () => program.wire.requests.filter((line) => /^(?:POST|PUT).*\/users/.test(line))
  return { ...program, changes }
}
