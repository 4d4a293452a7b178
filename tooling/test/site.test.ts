import { globSync } from "node:fs"
import { fileURLToPath } from "node:url"

import type { DefaultTheme } from "vitepress"
import { describe, expect, it } from "vitest"

import { excluded, repository, siteLink, sitePath } from "../../docs/.vitepress/paths.ts"
import { makeSidebar } from "../../docs/.vitepress/sidebar.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const pages = new Set(globSync("{docs,apps,packages}/**/*.md", { cwd: root, exclude: excluded }))

const linksIn = (items: ReadonlyArray<DefaultTheme.SidebarItem>): ReadonlyArray<string> =>
  items.flatMap(({ items = [], link }) => [...(link === undefined ? [] : [link]), ...linksIn(items)])

describe("the documentation site", () => {
  it("has every page in its sidebar, except the home page and the list of all pages", () => {
    const links = new Set(linksIn(makeSidebar(pages)))
    const addresses = Array.from(pages, (page) => `/${sitePath(page).replace(/(?:index)?\.md$/, "")}`)
    expect(addresses.filter((address) => !links.has(address)).toSorted()).toEqual(["/", "/pages"])
  })

  const isPage = (path: string) => path.endsWith(".md")

  it.each([
    ["docs/emulator/command.md", "emulator/command.md"],
    ["docs/README.md", "pages.md"],
    ["apps/http-mock/GAPS.md", "apps/http-mock/gaps.md"],
    ["packages/core/README.md", "packages/core/index.md"]
  ])("has %s at %s", (page, path) => {
    expect(sitePath(page)).toBe(path)
  })

  it.each([
    ["../emulator/faults.md#a-sequence", "/emulator/faults.md#a-sequence"],
    ["../../apps/http-mock/GAPS.md", "/apps/http-mock/gaps.md"],
    ["../bruno", `${repository}/tree/main/docs/bruno`],
    ["../../LICENSE", `${repository}/blob/main/LICENSE`],
    ["https://example.com", "https://example.com"],
    ["../missing.txt", "../missing.txt"]
  ])("leads a link of docs/sdk/effect.md to %s to %s", (link, target) => {
    expect(siteLink("docs/sdk/effect.md", link, isPage)).toBe(target)
  })
})
