import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

interface Wanted {
  readonly root: string
  /** Generated files by their paths. */
  readonly texts: ReadonlyMap<string, string>
  /** Folders that have nothing but generated files. */
  readonly folders: ReadonlyArray<string>
  /** Whether nothing is written. */
  readonly check: boolean
}

/** A file that is not as it is generated now. */
interface Kept {
  readonly path: string
  /** What is wrong with it. */
  readonly stale: string
  /** What is done about it unless files are only checked. */
  readonly does: string
}

const absent = (error: unknown): undefined => {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
  throw error
}

const writes = async ({ check, root, texts }: Wanted): Promise<ReadonlyArray<Kept>> => {
  const kept: Array<Kept> = []
  for (const [path, text] of texts) {
    const file = join(root, path)
    if ((await readFile(file, "utf8").catch(absent)) === text) continue
    kept.push({ path, stale: "is stale", does: "wrote" })
    if (check) continue
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return kept
}

const removals = async ({ check, folders, root, texts }: Wanted): Promise<ReadonlyArray<Kept>> => {
  const kept: Array<Kept> = []
  for (const folder of folders)
    for (const name of (await readdir(join(root, folder)).catch(absent)) ?? []) {
      const path = `${folder}${name}`
      if (texts.has(path)) continue
      kept.push({ path, stale: "is of nothing that there is", does: "removed" })
      if (!check) await rm(join(root, path), { recursive: true })
    }
  return kept
}

/** Writes generated files that are stale, removes those of nothing that there is any more, and yields which they are. */
export const keep = async (wanted: Wanted): Promise<ReadonlyArray<Kept>> => [
  ...(await writes(wanted)),
  ...(await removals(wanted))
]
