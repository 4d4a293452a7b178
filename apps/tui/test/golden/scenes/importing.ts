import { fileURLToPath } from "node:url"

import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

const hires = fileURLToPath(new URL("../../../../../examples/new-hires.csv", import.meta.url))

export const importing: ReadonlyArray<Scene> = [
  scene("import-file", async ({ press, see }) => {
    await press("i")
    await see("step 1 of 4")
  }),
  scene("import-dry-run", async ({ press, see }) => {
    await press("i", hires, "enter")
    await see("to create")
  }),
  scene("import-asked", async ({ press, see }) => {
    await press("i", hires, "enter")
    await see("to create")
    await press("a", "enter")
    await see(/create 3 to\s+begin/)
  })
]
