import { spawnSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import type { DefaultTheme } from "vitepress"
import { afterAll, describe, expect, it } from "vitest"

import { excluded, repository, siteLink, sitePath } from "../../docs/.vitepress/paths.ts"
import { makeSidebar } from "../../docs/.vitepress/sidebar.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const site = mkdtempSync(join(tmpdir(), "site-"))
afterAll(() => rmSync(site, { recursive: true, force: true }))

const pages = new Set(globSync("{docs,apps,packages}/**/*.md", { cwd: root, exclude: excluded }))

const linksIn = (items: ReadonlyArray<DefaultTheme.SidebarItem>): ReadonlyArray<string> =>
  items.flatMap(({ items = [], link }) => [...(link === undefined ? [] : [link]), ...linksIn(items)])

describe("the documentation site", () => {
  it("has every page in its sidebar, except the home page and the list of all pages", () => {
    const links = new Set(linksIn(makeSidebar(pages)))
    const addresses = Array.from(pages, (page) => `/${sitePath(page).replace(/(?:index)?\.md$/, "")}`)
    expect(addresses.filter((address) => !links.has(address)).toSorted()).toEqual(["/", "/pages"])
  })

  it("builds without a dead link, with pages of the whole repository", () => {
    const vitepress = join(root, "node_modules/vitepress/bin/vitepress.js")
    const { status, stderr, stdout } = spawnSync(process.execPath, [vitepress, "build", "docs", "--outDir", site], {
      cwd: root,
      encoding: "utf8"
    })
    expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, output: "" })
    const architecture = readFileSync(join(site, "architecture.html"), "utf8")
    expect(architecture).toContain("A request in the emulator")
    expect(readFileSync(join(site, "reference/operations-pods.html"), "utf8")).toMatch(
      /vp-code-group.*curl.*Promises.*Effect/s
    )
    expect(architecture).toMatch(/<a href="\/decisions"[^>]*>Decisions<\/a>/)
  }, 120_000)

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
