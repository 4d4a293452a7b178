import { createHash } from "node:crypto"
import { cp, readFile } from "node:fs/promises"
import type { RequestListener } from "node:http"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

import { must } from "./packed.ts"

const effect = dirname(createRequire(import.meta.url).resolve("effect/package.json"))

/**
 * A registry that has one package, the workspace's Effect without types and sources, packed in a folder: so what npm
 * installs is what it would from the public one, and no network is needed.
 */
export const registry = async (folder: string): Promise<RequestListener> => {
  const isRun = (file: string) => /(?:^|[/\\])[^.]+$|\.js$|[/\\]package\.json$/.test(file.slice(effect.length))
  await cp(effect, join(folder, "package"), {
    recursive: true,
    filter: (file) => file === effect || (!file.startsWith(join(effect, "src")) && isRun(file))
  })
  await must("tar", ["-czf", "effect.tgz", "package"], folder)
  const tarball = await readFile(join(folder, "effect.tgz"))
  const manifest = JSON.parse(await readFile(join(effect, "package.json"), "utf8"))
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`
  return ({ headers, url }, response) => {
    if (url === "/effect.tgz") return response.end(tarball)
    if (url !== "/effect") return response.writeHead(404).end()
    const { version } = manifest
    const dist = { tarball: `http://${headers.host}/effect.tgz`, integrity }
    const packument = {
      name: "effect",
      "dist-tags": { latest: version },
      versions: { [version]: { ...manifest, dist } }
    }
    return response.setHeader("content-type", "application/json").end(JSON.stringify(packument))
  }
}
