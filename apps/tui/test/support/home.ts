import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

import { onTestFinished } from "vitest"

/** A home of its own, until the test ends. */
export const home = async () => {
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-home-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [config, state] = [join(folder, "config"), join(folder, "state")]
  const [profiles, secrets] = [join(config, "remote-assist/profiles.json"), join(config, "remote-assist/secrets")]
  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  return {
    folder,
    env: { XDG_CONFIG_HOME: config, XDG_STATE_HOME: state },
    profiles,
    secrets: (name: string) => join(secrets, `${name}.json`),
    files,
    /** The file with the tokens of the one session that is kept. */
    session: async () => (await files()).find((path) => path.includes("sessions") && !path.endsWith(".who.json")) ?? "",
    write: async (path: string, value: unknown, mode = 0o600) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path, typeof value === "string" ? value : JSON.stringify(value), { mode })
      await chmod(path, mode)
    },
    read: async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8")),
    mode: async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  }
}
