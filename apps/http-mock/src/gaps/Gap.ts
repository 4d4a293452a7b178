/** A point the interface leaves open: the options that handlers know, the one taken first, and why it is taken. */
export interface Gap<Option = unknown> {
  readonly section: string
  readonly options: readonly [Option, ...ReadonlyArray<Option>]
  /** What else a service could do; no handler knows it. */
  readonly alternatives?: string
  readonly reason: string
}

/** Makes an entry of the register. */
export const gap = <const Option>(entry: Gap<Option>): Gap<Option> => entry
