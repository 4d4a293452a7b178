import type { RegionName } from "@remote-assist/core/Region"

import * as Line from "../world/model/Line.ts"
import type { World } from "../world/model/World.ts"
import type { Pace } from "./TenantClock.ts"

/** Both worlds of a tenant and how its time runs: references, whatever the size of the worlds. */
export interface State {
  readonly us: World
  readonly eu: World
  /** Nothing while the clock shows the machine's time. */
  readonly pace: Pace | undefined
}

/** The lines of history that both worlds of a tenant are of. */
export type Lines = Readonly<Record<RegionName, Line.Line>>

/** The lines of a state. */
export const linesOf = ({ eu, us }: State): Lines => ({ us: us.line, eu: eu.line })

export const firstLines: Lines = { us: Line.first, eu: Line.first }

const inNewLine = (name: string, left: Line.Line, world: World): World => ({
  ...world,
  line: Line.next(left, name, world.line)
})

/** A state that a tenant of this name leaves its lines for. */
export const inNewLines = (name: string, left: Lines, { eu, pace, us }: State): State => ({
  us: inNewLine(name, left.us, us),
  eu: inNewLine(name, left.eu, eu),
  pace
})
