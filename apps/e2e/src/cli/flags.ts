import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"

import { whole } from "./whole.ts"

/** Which scenarios, for every command that takes some. */
export const selection = {
  names: Argument.String("scenario").pipe(
    Argument.withDescription(
      "Parts of names, such as users or auth/refreshes; or folders and files of your own scenarios, such as ./scenarios"
    ),
    Argument.variadic()
  ),
  tag: Flag.String("tag").pipe(
    Flag.withDescription("Only scenarios with this tag, or without it if written as !tag; repeatable"),
    Flag.withMetavar("tag"),
    Flag.between(0, 100)
  )
}

/** What to run against. */
export const target = Flag.String("target").pipe(
  Flag.withDescription("in-process, socket, live, or the address of an emulator"),
  Flag.withMetavar("target"),
  Flag.withDefault("in-process")
)

export const seed = Flag.Int("seed").pipe(
  Flag.withDescription("Start of all randomness; the same seed gives the same values"),
  Flag.withDefault(1)
)

/** How many at the same time. */
export const jobs = whole("jobs", 1, 1000).pipe(
  Flag.withAlias("j"),
  Flag.withDescription("How many run at the same time (default: 8, or 1 against a live region)"),
  Flag.optional
)
