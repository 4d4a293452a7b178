import { useSyncExternalStore } from "react"

import type { Cell } from "../engine/Cell.ts"

/** The value of a cell; the component renders again when it changes. */
export const useCell = <A>(cell: Pick<Cell<A>, "get" | "subscribe">): A =>
  useSyncExternalStore(cell.subscribe, cell.get, cell.get)
