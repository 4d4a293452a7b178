import type { Action } from "../../actions/Action.ts"
import type { AnyResource } from "../../resources/registry.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import type * as Cell from "../Cell.ts"
import type { ChangesState } from "./ChangesState.ts"
import * as Undo from "./Undo.ts"

/** What was done to rows, and what takes it back, where anything does. */
export type Made = Omit<Undo.Change, "inverse"> & { readonly inverse?: Undo.Change["inverse"] | undefined }

/** Keeps what was done, to take it back. */
export interface Memory {
  /** Notes how what was done to rows is taken back; without an inverse, that it is not. */
  readonly remember: (made: Made) => void
  readonly change: (undo: (now: Undo.Undo) => Undo.Undo) => void
}

export const make = (state: Cell.Cell<ChangesState>): Memory => {
  const change: Memory["change"] = (undo) => state.update((now) => ({ ...now, undo: undo(now.undo) }))
  return {
    change,
    remember: ({ inverse, ...made }) => {
      if (made.rows.length === 0) return
      change((undo) =>
        inverse === undefined
          ? Undo.lasting(undo, Undo.nameOf({ ...made, inverse: made.action }))
          : Undo.made(undo, { ...made, inverse })
      )
    }
  }
}

/** What takes an action or a form of a resource back, by the name that it gives; nothing where it gives none. */
export const inverseOf = (
  { inverse }: { readonly inverse?: string },
  { actions, inverses = [] }: AnyResource
): Action<AnyRow> | undefined => [...actions, ...inverses].find(({ name }) => name === inverse)
