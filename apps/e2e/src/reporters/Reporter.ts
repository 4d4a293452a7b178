import type { Event } from "../runner/Event.ts"

/** Where a reporter writes. */
export interface Output {
  readonly write: (text: string) => void
  /** Whether a person looks on: what was written can be drawn anew. */
  readonly isTerminal: boolean
  readonly hasColour: boolean
  /** Width in characters. */
  readonly columns: number
}

/** Takes the events of one run, of which `RunEnded` is the last. */
export type Reporter = (event: Event) => void

/** Makes a reporter for one run. */
export type MakeReporter = (output: Output) => Reporter
