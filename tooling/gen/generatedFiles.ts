import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

interface GeneratedFiles {
  readonly root: string
  /** Generated texts by their paths. */
  readonly texts: ReadonlyMap<string, string>
  /** Folders that contain only generated files. */
  readonly folders: ReadonlyArray<string>
}

/** A file that differs from the generated text, or that nothing generates any more. */
interface StaleFile {
  readonly path: string
  readonly state: "stale" | "obsolete"
}

const undefinedIfAbsent = (error: unknown): undefined => {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
  throw error
}

/** Lists generated files that are stale or obsolete. */
export const findStale = async ({ folders, root, texts }: GeneratedFiles): Promise<ReadonlyArray<StaleFile>> => {
  const stale: Array<StaleFile> = []
  for (const [path, text] of texts)
    if ((await readFile(join(root, path), "utf8").catch(undefinedIfAbsent)) !== text)
      stale.push({ path, state: "stale" })
  for (const folder of folders)
    for (const name of (await readdir(join(root, folder)).catch(undefinedIfAbsent)) ?? [])
      if (!texts.has(`${folder}${name}`)) stale.push({ path: `${folder}${name}`, state: "obsolete" })
  return stale
}

/** Writes a stale file, or removes an obsolete one. */
export const update = async ({ root, texts }: GeneratedFiles, { path }: StaleFile) => {
  const [file, text] = [join(root, path), texts.get(path)]
  if (text === undefined) return rm(file, { recursive: true })
  await mkdir(dirname(file), { recursive: true })
  return writeFile(file, text)
}
