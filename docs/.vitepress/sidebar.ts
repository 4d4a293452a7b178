import { readFileSync } from "node:fs"
import { join } from "node:path"

import type { DefaultTheme } from "vitepress"

import { root, siteLink } from "./paths.ts"

const map = "docs/README.md"

type Item = DefaultTheme.SidebarItem & { items: Array<DefaultTheme.SidebarItem> }

/** Reads the sidebar from the list of all pages: a heading is a group, a list entry that begins with a link is a page. */
export const readSidebar = (isPage: (path: string) => boolean): Array<Item> => {
  const groups: Array<Item> = []
  for (const line of readFileSync(join(root, map), "utf8").split("\n")) {
    const [, level, heading] = /^(#{2,3}) (.+)$/.exec(line) ?? []
    if (heading !== undefined) {
      const group: Item = { text: heading, items: [], collapsed: groups.length > 1 }
      const parent = level === "###" ? groups.at(-1)?.items : groups
      parent?.push(group)
    }
    const [, text, link] = /^- \[(.+?)\]\((.+?)\)/.exec(line) ?? []
    const group = groups.at(-1)
    if (text === undefined || link === undefined || group === undefined) continue
    const last = group.items.at(-1)
    const items = last?.items ?? group.items
    items.push({ text, link: siteLink(map, link, isPage).replace(/\.md$/, "") })
  }
  return groups
}
