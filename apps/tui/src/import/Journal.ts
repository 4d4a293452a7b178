import * as Effect from "effect/Effect"

import * as Choices from "./Choices.ts"
import type { JournalLine } from "./JournalLine.ts"
import { keyOf } from "./Row.ts"
import type { Unusable } from "./Unusable.ts"

/** What was noted last of an e-mail address. */
export interface Remembered extends JournalLine {
  /** Whether this import created the user, and has not deactivated them again. */
  readonly isOurs: boolean
}

/** What is remembered of the rows of a file, by e-mail address. */
export interface Journal {
  /** Where it is kept; nothing where it ends with the process. */
  readonly path: string | undefined
  /** What is known of an address, as `Row.keyOf` writes it. */
  readonly last: (key: string) => Remembered | undefined
  readonly all: () => Iterable<Remembered>
  /** What was chosen last. */
  readonly chosen: () => Choices.Choices
  /** Notes a line; it is on the disk then. */
  readonly note: (line: JournalLine) => Effect.Effect<void, Unusable>
  /** Notes what is chosen, where that is something else than before; it is on the disk then. */
  readonly choose: (choices: Choices.Choices) => Effect.Effect<void, Unusable>
  /** Notes a line that is on the disk soon: what it says can be found out again. */
  readonly noteLater: (line: JournalLine) => void
  /** Waits until all is on the disk. */
  readonly flush: Effect.Effect<void, Unusable>
}

const isOurs = ({ state }: JournalLine, before: Remembered | undefined): boolean =>
  state === "created" || (state !== "undone" && before?.isOurs === true)

/** What lines come to, one after the other. */
export const remembered = (lines: Iterable<JournalLine> = [], choices = Choices.usual) => {
  const entries = new Map<string, Remembered>()
  let chosen = choices
  /** Takes choices; whether they are others than before. */
  const choose = (choices: Choices.Choices): boolean => {
    const isOther = !Choices.isSame(choices, chosen)
    chosen = choices
    return isOther
  }
  const remember = (line: JournalLine) => {
    const key = keyOf(line.email)
    const before = entries.get(key)
    const id = line.user_id ?? (before?.isOurs === true ? before.user_id : undefined)
    entries.set(key, { ...line, isOurs: isOurs(line, before), ...(id !== undefined && { user_id: id }) })
  }
  for (const line of lines) remember(line)
  const read: Pick<Journal, "all" | "chosen" | "last"> = {
    last: (key) => entries.get(key),
    all: () => entries.values(),
    chosen: () => chosen
  }
  return { read, remember, choose }
}

/** Remembers as long as the process runs. */
export const inMemory = (): Journal => {
  const { choose, read, remember } = remembered()
  return {
    ...read,
    path: undefined,
    note: (line) => Effect.sync(() => remember(line)),
    choose: (choices) => Effect.sync(() => void choose(choices)),
    noteLater: remember,
    flush: Effect.void
  }
}
