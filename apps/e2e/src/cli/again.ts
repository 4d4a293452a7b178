import { relative, sep } from "node:path"

import * as Option from "effect/Option"

import { quoted } from "../reporters/curl.ts"
import { isWithin } from "../runner/discover.ts"
import type { Found } from "../runner/discover.ts"
import { ownFolder } from "../runner/library.ts"

/** The flags that decide what a scenario does. */
export interface Conditions {
  readonly target: string
  readonly seed: number
  readonly allowDestructive: boolean
  readonly region: Option.Option<string>
  readonly config: Option.Option<string>
}

const flag = (name: string, value: Option.Option<string>) => (Option.isSome(value) ? [name, value.value] : [])

const pathOf = (file: string) => {
  const path = relative(process.cwd(), file)
  return path.startsWith("..") ? path : `.${sep}${path}`
}

/** The command line that runs one scenario as it was run: a scenario of one's own by its file. */
export const againUnder =
  ({ allowDestructive, config, region, seed, target }: Conditions) =>
  ({ file, name }: Found, repeat: number): string =>
    [
      "remote-assist-e2e",
      isWithin(ownFolder, file) ? name : pathOf(file),
      ...(target === "in-process" ? [] : ["--target", target]),
      ...flag("--region", region),
      ...flag("--config", config),
      ...(seed === 1 ? [] : ["--seed", String(seed)]),
      ...(repeat === 1 ? [] : ["--repeat-each", String(repeat)]),
      ...(allowDestructive ? ["--allow-destructive"] : [])
    ]
      .map(quoted)
      .join(" ")
