import * as Schema from "effect/Schema"

const mostTold = 20

/** A folder whose stubs cannot be used, with all that is wrong. */
export class UnusableStubs extends Schema.TaggedError<UnusableStubs>()("UnusableStubs", {
  folder: Schema.String,
  problems: Schema.Array(Schema.String)
}) {
  override get message() {
    const told = this.problems.slice(0, mostTold).map((problem) => `${problem}.`)
    const more = this.problems.length - told.length
    return `Cannot use ${this.folder} as --stubs: ${told.join(" ")}${more > 0 ? ` There are ${more} more.` : ""}`
  }
}
