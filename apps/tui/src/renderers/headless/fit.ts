import { controlIn } from "@remote-assist/cli/Terminal"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { usage } from "./Stopped.ts"

const flagOf = (name: string) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Fails where a text that is kept, sent or shown has a character that a terminal would obey. */
export const fit = (flags: Readonly<Record<string, unknown>>) =>
  Effect.forEach(
    Object.entries(flags),
    ([name, given]) => {
      const text = Option.isOption(given) && Option.isSome(given) ? given.value : undefined
      const what = typeof text === "string" ? controlIn(text) : undefined
      return what === undefined ? Effect.void : Effect.fail(usage(`${flagOf(name)} ${what}.`))
    },
    { discard: true }
  )
