import * as Result from "effect/Result"

import type { Model } from "../model/Model.ts"

/** Sends a text to the clipboard, and tells whether that could be done. */
export const copied = ({ copy, notices }: Pick<Model, "copy" | "notices">, what: string, text: string): void =>
  Result.match(copy(text), {
    onSuccess: () => notices.tell("done", `${what} is sent to the clipboard.`),
    onFailure: (why) => notices.tell("hint", `Nothing was copied: ${why}`)
  })
