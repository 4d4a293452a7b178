import type { Client, Region } from "@remote-assist/core"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"

import type { Control } from "../Control.ts"
import type { Failure } from "../Problem.ts"

/** What actions and lists are made of: core's services, and the control plane of an emulator. */
export type Services = Client.Client | Control | Region.Region

/** Something that is done to a row. Its key, hint, help line, question, notice and undo all come from here. */
export interface Action<Row> {
  /** Resource and verb, such as `users.deactivate`. */
  readonly name: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  /** The verb: `deactivate`. */
  readonly label: string
  /** Said of a row while it is under way: `deactivating`. */
  readonly pending: string
  /** `final` cannot be undone, and is asked for by the name of its target. */
  readonly effect: "reversible" | "final"
  /** Name of the action that takes it back. */
  readonly inverse?: string
  /** Other resources that show what it changes, by their names: what was read of them is not as it is any more. */
  readonly shownIn?: ReadonlyArray<string>
  /** Why there is nothing to do, such as `is inactive already`. */
  readonly needless?: (row: Row) => string | undefined
  /** What it means, in sentences; of a final one. */
  readonly consequence?: string
  /** What it means for whoever does it to their own account; then it is asked for, and cannot be undone. */
  readonly toSelf?: string
  /** What to do when the service refuses it, in a sentence, where a refresh and another try do not help. */
  readonly refused?: string
  /** Makes the change; the row as it is then, or nothing where it is gone. */
  readonly run: (row: Row) => Effect.Effect<Row | undefined, Failure, Services>
  /** What has become of it, behind its name: `is active again.` */
  readonly done: string
  /** The same where that depends on what the row is then. */
  readonly said?: (changed: Row) => string
}

/** What one has to know before it is done, if anything, the worst first: that it cannot be undone, or is done to one's own account. */
export const warningOf = <Row>(
  { consequence = "", effect, toSelf }: Action<Row>,
  isMe: boolean
): string | undefined => {
  const mine = isMe && toSelf !== undefined ? [`This is your own account. ${toSelf}`] : []
  const [final, means] = effect === "final" ? ["This cannot be undone.", consequence] : ["", ""]
  const said = [final, ...mine, means].filter((sentence) => sentence !== "")
  return said.length === 0 ? undefined : said.join(" ")
}

/** Something of a row that is copied to the clipboard, and has to be asked for. */
export interface Copy<Row> {
  /** Resource and what is done, such as `journal.copyCurl`. */
  readonly name: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  readonly label: string
  /** What is copied, at the beginning of a sentence: `The link`. */
  readonly what: string
  /** The text, or nothing where the row has none. */
  readonly text: (row: Row) => Effect.Effect<string | undefined, Failure, Services>
}

/** Something of a row that a browser shows. Its address may let in whoever has it: it is in no output. */
export interface Link<Row> {
  /** Resource and what it is, such as `calls.recording`. */
  readonly name: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  readonly label: string
  /** Its address as it is now; or a sentence that says why there is none. */
  readonly find: (row: Row) => Effect.Effect<Result.Result<Redacted.Redacted, string>, Failure, Services>
}
