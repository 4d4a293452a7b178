/** An entry of a file as it was read, before anything is known of its fields. */
export interface Read {
  /** Where it is, as `line 3` or `entry 3`. */
  readonly place: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** What a file has. */
export interface Source {
  readonly file: string
  readonly entries: ReadonlyArray<Read>
  /** Columns of a CSV file, which has cells where JSON has values. */
  readonly columns: ReadonlyArray<string> | undefined
}
