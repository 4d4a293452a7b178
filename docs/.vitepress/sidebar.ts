import { readFileSync } from "node:fs"
import { join, posix } from "node:path"

import type { DefaultTheme } from "vitepress"

import { root, sitePath } from "./paths.ts"

const map = "docs/README.md"

const read = (page: string) => readFileSync(join(root, page), "utf8")

const address = (page: string) => `/${sitePath(page).replace(/(?:index)?\.md$/, "")}`

interface Entry {
  readonly section: string
  readonly title: string
  readonly page: string
}

/** Reads the list of all pages: a heading is a section, an entry that begins with a link is a page. */
const readEntries = (): ReadonlyArray<Entry> => {
  let section = ""
  return read(map)
    .split("\n")
    .flatMap((line) => {
      section = /^## (.+)$/.exec(line)?.[1] ?? section
      const [, title, link] = /^- \[(.+?)\]\((.+?)\)/.exec(line) ?? []
      return title === undefined || link === undefined
        ? []
        : [{ section, title, page: posix.join(posix.dirname(map), link) }]
    })
}

/** The start of the paths of further pages: `reference/operations-calls.md` belongs to `reference/operations.md`. */
const prefixOf = ({ page }: Entry) => page.replace(/README\.md$/, "").replace(/\.md$/, "-")

/** Makes the sidebar of the list of all pages. Pages that it does not have are below the page that they belong to. */
export const makeSidebar = (pages: ReadonlySet<string>): ReadonlyArray<DefaultTheme.SidebarItem> => {
  const entries = readEntries()
  const listed = new Set(entries.map(({ page }) => page))
  const parents = entries.toSorted((one, other) => prefixOf(other).length - prefixOf(one).length)
  const further = Map.groupBy(
    [...pages].filter((page) => !listed.has(page)),
    (page) => parents.find((entry) => page.startsWith(prefixOf(entry)))
  )
  const item = (entry: Entry): DefaultTheme.SidebarItem => {
    const below = (further.get(entry) ?? [])
      .map((page) => ({ text: /^# (.+)$/m.exec(read(page))?.[1] ?? page, link: address(page) }))
      .toSorted((one, other) => (one.link < other.link ? -1 : 1))
    return {
      text: entry.title,
      link: address(entry.page),
      ...(below.length > 0 && { items: below, collapsed: true })
    }
  }
  return Array.from(
    Map.groupBy(entries, ({ section }) => section),
    ([text, members], index) => ({
      text,
      items: members.map(item),
      collapsed: index > 1
    })
  )
}

/** The links in the header: the first page of a section. */
export const makeNavigation = (...sections: ReadonlyArray<string>): Array<DefaultTheme.NavItemWithLink> =>
  readEntries()
    .filter(({ section }, index, all) => sections.includes(section) && all[index - 1]?.section !== section)
    .map(({ page, section }) => ({ text: section, link: address(page) }))
