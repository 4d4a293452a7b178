import { homedir } from "node:os"

import * as Option from "effect/Option"

import type { Sources } from "../../../profiles/Sources.ts"

const names = ["region", "config", "profile", "seed"] as const
type Name = (typeof names)[number]

const isName = (name: string): name is Name => names.some((known) => known === name)

// a shell gives words as they were typed
const meant = (word: string) => word.replaceAll(/["'\\]/g, "").replace(/^~(?=\/|$)/, homedir())

/** Where settings come from, as far as the words of an unfinished line say. */
export const sourcesOf = (line: ReadonlyArray<string>, given: Sources): Sources => {
  const found = new Map<Name, string>()
  let isDemo = given.demo
  line.forEach((word, at) => {
    const [, name = "", assigned] = /^--([a-z]+)(?:=(.*))?$/s.exec(word) ?? []
    if (word === "--demo") isDemo = true
    const value = assigned ?? line[at + 1]
    if (isName(name) && value !== undefined) found.set(name, meant(value))
  })
  const of = (name: Name) => Option.orElse(Option.fromUndefinedOr(found.get(name)), () => given[name])
  return {
    ...given,
    demo: isDemo,
    region: of("region"),
    config: of("config"),
    profile: of("profile"),
    seed: of("seed")
  }
}
