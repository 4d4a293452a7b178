import { globSync } from "node:fs"

import { defineConfig } from "vitepress"
import type { MarkdownOptions } from "vitepress"

import { excluded, fragmentOf, repository, root, siteLink, sitePath } from "./paths.ts"
import { makeNavigation, makeSidebar } from "./sidebar.ts"

const pages = new Set(globSync("**/*.md", { cwd: root, exclude: excluded }))
const sources = new Map(Array.from(pages, (page) => [sitePath(page), page]))
const isPage = (path: string) => pages.has(path)

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0]

/** Rewrites links between files of the repository, which work on GitHub as they are. */
const linkPages = (md: Markdown) =>
  md.core.ruler.push("link_pages", ({ env, tokens }) => {
    const page = sources.get(env.relativePath) ?? env.relativePath
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === "link_open" ? token.attrGet("href") : null
      if (link !== null) token.attrSet("href", siteLink(page, decodeURI(link), isPage))
    }
  })

const isTitled = ({ info, type }: { readonly info: string; readonly type: string }) =>
  type === "fence" && /\[.+\]/.test(info)

/** Groups titled blocks of code that follow each other as tabs. */
const groupCode = (md: Markdown) =>
  md.core.ruler.after("block", "group_code", (state) => {
    state.tokens = state.tokens.flatMap((token, index, all) => {
      const [before, after] = [all[index - 1], all[index + 1]]
      const isFirst = isTitled(token) && (before === undefined || !isTitled(before))
      const isLast = isTitled(token) && (after === undefined || !isTitled(after))
      return [
        ...(isFirst ? [new state.Token("container_code-group_open", "div", 1)] : []),
        token,
        ...(isLast ? [new state.Token("container_code-group_close", "div", -1)] : [])
      ]
    })
  })

/** Shows how-to pages first, and scenarios last, as they have every word of the service. */
const boost = (id: string) => (id.includes("/how-to/") ? 3 : id.includes("/scenarios/") ? 0.2 : 1)

/** The site of the pages of this repository. `README.md` of this folder is its sidebar. */
export default defineConfig({
  title: "remote-assist",
  description: "SDK, emulator, terminal UI and scenario runner for a remote-assistance service",
  lang: "en-US",
  srcDir: root,
  srcExclude: excluded,
  rewrites: sitePath,
  cleanUrls: true,
  head: [["link", { rel: "icon", href: "data:," }]],
  // the index of the search
  vite: { publicDir: false, build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    anchor: { slugify: fragmentOf },
    attrs: false,
    emoji: false,
    linkify: false,
    languageAlias: { http: "ini" },
    config: (md) => {
      linkPages(md)
      groupCode(md)
    }
  },
  themeConfig: {
    nav: makeNavigation("Start", "How to", "Reference", "Why it is so"),
    search: {
      provider: "local",
      options: { miniSearch: { searchOptions: { boostDocument: boost } } }
    },
    outline: { level: [2, 3] },
    sidebar: [...makeSidebar(pages)],
    socialLinks: [{ icon: "github", link: repository }]
  }
})
