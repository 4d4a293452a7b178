import { readFile } from "node:fs/promises"

import manifest from "../../package.json" with { type: "json" }
import { published } from "../packing/published.ts"

// each published package names the repository of the root, with its own folder in it

const address = manifest.repository.url.replaceAll(/^git\+|\.git$/g, "")

const render = async (folder: string) => {
  const own = JSON.parse(await readFile(new URL(`../../${folder}/package.json`, import.meta.url), "utf8"))
  own.homepage = `${address}/tree/main/${folder}#readme`
  own.bugs = `${address}/issues`
  own.repository = { ...manifest.repository, directory: folder }
  return `${JSON.stringify(own, undefined, 2)}\n`
}

export const files = async () =>
  Promise.all(published.map(async (folder) => [`${folder}/package.json`, await render(folder)] as const))
