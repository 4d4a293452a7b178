/** A screen of several resources, each in a box of its own; they name it in `group`. */
export interface Group {
  /** Of the screen, of its commands, and of the context of its keys. */
  readonly name: string
  readonly title: string
  /** Of the keys that go there, the one behind `g`. */
  readonly letter: string
  /** What has to answer at the address for it to be there. */
  readonly place: "emulator"
}
