import * as Context from "effect/Context"

/** How messages name what one can do about it. */
export interface Wording {
  /** What says which columns are which. */
  readonly map: string
  /** What one does to say it. */
  readonly say: string
  /** To say it, such as by `name=Full Name`. */
  readonly mapping: (map: string) => string
  /** What to do where results cannot be kept where they would be. */
  readonly elsewhere: string
  /** What to do about a file that stands where results would be. */
  readonly away: string
}

/** By flags of the command. */
export const ofCommand: Wording = {
  map: "--columns-map",
  say: "Say",
  mapping: (map) => `--columns-map "${map}"`,
  elsewhere: "give another place by --results",
  away: "Give another place by --results."
}

/** By what is done on the screen. */
export const ofScreen: Wording = {
  map: "What is typed",
  say: "Type",
  mapping: (map) => map,
  elsewhere: "import a copy of the file that lies in another folder",
  away: "Move it away, then import again."
}

/** The wording of who imports; that of the command unless set. */
export const Wording = Context.Reference<Wording>("@remote-assist/tui/import/Wording", {
  defaultValue: () => ofCommand
})
