import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"

import { whole } from "./whole.ts"

/** Which scenarios, for every command that takes some. */
export const selection = {
  names: Argument.String("scenario").pipe(
    Argument.withDescription(
      "Parts of names, such as users or auth/refreshes; or folders and files of your own scenarios, such as ./scenarios. Each must choose something"
    ),
    Argument.variadic()
  ),
  tag: Flag.String("tag").pipe(
    Flag.withDescription("Only scenarios with this tag, or with !tag without it; repeatable, any of them will do"),
    Flag.withMetavar("tag"),
    Flag.between(0, 100)
  ),
  grep: Flag.String("grep").pipe(
    Flag.withDescription("Only scenarios whose name or first comment fits this regular expression"),
    Flag.withMetavar("pattern"),
    Flag.optional
  ),
  shard: Flag.String("shard").pipe(
    Flag.withDescription("Only this part of them, as 1/4 is the first of four"),
    Flag.withMetavar("part/of"),
    Flag.optional
  )
}

/** What to run against. */
export const target = Flag.String("target").pipe(
  Flag.withDescription("in-process, socket, live, or the address of an emulator"),
  Flag.withMetavar("target"),
  Flag.withDefault("in-process")
)

export const seed = Flag.Int("seed").pipe(
  Flag.withDescription("What randomness starts from: the same seed, the same values"),
  Flag.withDefault(1)
)

/** How many at the same time. */
export const jobs = whole("jobs", 1, 1000).pipe(
  Flag.withAlias("j"),
  Flag.withDescription("How many run at the same time; 8, and 1 against a live region, unless set"),
  Flag.optional
)
