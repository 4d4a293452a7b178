import { tagsOf } from "../runner/discover.ts"
import type { Listed } from "../runner/discover.ts"
import { visible } from "../runner/visible.ts"

const source = /\s*\(interface\s[^)]*\)/g

/** The first sentence of what a scenario's comment says, without where the interface says so. */
export const gistOf = (about: string): string => {
  const text = about.replace(/\s+/g, " ").replace(source, "")
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

/** Scenarios as lines: name, what the service does there, tags. */
export const listing = (all: ReadonlyArray<Listed>): string => {
  const width = Math.max(...all.map(({ name }) => name.length))
  return all
    .map((found) => [found.name.padEnd(width), gistOf(found.about), `[${tagsOf(found).join(" ")}]`].map(visible))
    .map((parts) =>
      parts
        .filter((part) => part !== "" && part !== "[]")
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}
