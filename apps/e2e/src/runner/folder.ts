import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { makeFolders } from "./disk.ts"

/** Where runs keep what later ones need, below the folder they are started in. */
export const folder = ".remote-assist-e2e"

/** Makes the folder, which no repository takes in. */
export const makeFolder = (): void => {
  makeFolders(folder)
  writeFileSync(join(folder, ".gitignore"), "*\n")
}
