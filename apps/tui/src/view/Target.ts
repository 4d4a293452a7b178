import type { Choice } from "../model/Menu.ts"
import type { ListBody } from "./View.ts"

/** What stands at a place of the screen, as far as one can point at it. */
export type Target =
  /** The name of a screen, which goes there. */
  | { readonly _tag: "Tab"; readonly name: string }
  /** Rows of a list from one on, as they were when they were drawn. */
  | { readonly _tag: "Rows"; readonly top: number; readonly rowAt: ListBody["rowAt"] }
  /** What of a list is no row. */
  | { readonly _tag: "List" | "Details" | "Reader" }
  | { readonly _tag: "Choices"; readonly top: number; readonly choices: ReadonlyArray<Pick<Choice, "label">> }
  /** A line of text under edit: of a form, which field; and for each of its cells, where the cursor goes. */
  | { readonly _tag: "Field"; readonly at: number | undefined; readonly cursors: ReadonlyArray<number> }

/** A target, and where in it. */
export interface Spot {
  readonly target: Target
  readonly row: number
  readonly column: number
}
