import * as Schema from "effect/Schema"

import { TaggedError } from "./tagged.ts"

/**
 * A list cannot be walked to its end: it has no end, or the service answers other pages than those asked for. What was
 * yielded before is right; what comes after it is not known.
 */
export class ListBroken extends TaggedError<ListBroken>()("ListBroken", { reason: Schema.String }) {
  override get message() {
    return `The list cannot be walked to its end: ${this.reason}`
  }
}

/**
 * A list got shorter while its pages were read, from `before` entries to `after`: others moved up in their place, and
 * some may have been on no page when it was read.
 */
export class ListChanged extends TaggedError<ListChanged>()("ListChanged", {
  /** How many entries it had. */
  before: Schema.Int,
  /** How many it has now. */
  after: Schema.Int
}) {
  override get message() {
    return `The list got shorter while its pages were read, from ${this.before} entries to ${this.after}: some may be on no page that was read. Read it again, or take its entries from stream, which reads again what moved.`
  }
}
