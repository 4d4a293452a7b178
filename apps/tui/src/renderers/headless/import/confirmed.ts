import { sanitize } from "@remote-assist/cli/Terminal"
import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import type { Journal } from "../../../import/Journal.ts"
import { atATime } from "../../../import/run.ts"
import type { Counts } from "../../../import/Survey.ts"
import * as Told from "../../../import/told.ts"
import { phraseOf } from "../../../model/Importing.ts"
import { ask, canAsk } from "../Question.ts"
import { usage } from "../Stopped.ts"
import type { Importing } from "./flags.ts"

/** Asks for a phrase; fails where another is typed, or nobody can be asked. */
export const typed = Effect.fnUntraced(function* (question: string, phrase: string) {
  if (!canAsk())
    return yield* usage(
      `Nothing was sent, and nobody can be asked here. ${question} Give --yes to ${phrase} all the same.`
    )
  const answer = yield* ask(sanitize(question), `Type ${phrase} to begin: `)
  if (answer?.trim() !== phrase) return yield* usage(`That is not ${phrase}: nothing was sent.`)
  return undefined
})

/** Asks before users are created, with how many; not where nothing is to be sent, or `--yes` is given. */
export const confirmed = Effect.fnUntraced(function* (counts: Counts, journal: Journal, { yes }: Importing) {
  if (yes || counts.create + counts.change === 0) return
  const { apiUrl } = yield* Region.Region
  const question = [
    Told.summary(counts, "--reactivate"),
    counts.mails === 0 ? "" : "Welcome e-mails leave at once and cannot be taken back (--no-send-email: without).",
    `It goes to ${apiUrl}, ${atATime} at a time.`,
    journal.path === undefined ? "" : `Results go to ${journal.path}; the same command goes on where it stopped.`
  ]
  yield* typed(question.filter((sentence) => sentence !== "").join(" "), phraseOf(counts))
})
