import { existsSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { fileURLToPath } from "node:url"

import manifest from "../../package.json" with { type: "json" }

/** The folder of the repository, which the pages of the site are relative to. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

/** Where the repository is. */
export const repository = manifest.repository.url.replaceAll(/^git\+|\.git$/g, "")

/** Pages of the repository that are not on the site. */
export const excluded = [
  "**/{node_modules,dist,test,.*}/**",
  "**/CHANGELOG.md",
  "docs/bruno/**",
  "tooling/bench/**",
  "README.md"
]

/** Converts the path of a page in the repository to that on the site: `docs/sdk/effect.md` is `sdk/effect.md`. */
export const sitePath = (page: string): string => {
  if (page === "docs/README.md") return "pages.md"
  return page
    .replace(/^docs\//, "")
    .replace(/\bREADME\.md$/, "index.md")
    .replace(/[^/]+$/, (name) => name.toLowerCase())
}

const isExternal = (link: string) => /^(?:[a-z]+:|\/|#)/.test(link)

/** Where a link on the site leads: to another page, or else to the file in the repository; `isPage` knows the pages. */
export const siteLink = (page: string, link: string, isPage: (path: string) => boolean): string => {
  if (isExternal(link)) return link
  const [file = "", fragment] = link.split("#")
  const path = posix.join(posix.dirname(page), file)
  const hash = fragment === undefined ? "" : `#${fragment}`
  if (isPage(path)) return `/${sitePath(path)}${hash}`
  const target = join(root, path)
  if (!existsSync(target)) return link
  return `${repository}/${statSync(target).isDirectory() ? "tree" : "blob"}/main/${path}${hash}`
}

/** The fragment of a heading, as GitHub forms it. */
export const fragmentOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")
