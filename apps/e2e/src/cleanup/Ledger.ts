/** What became of something that a scenario owns. */
export interface Owning {
  readonly what: "creating" | "created" | "removed"
  /** Such as `user`. */
  readonly kind: string
  readonly id: string
  readonly scenario: string
}

/** Where a run writes down what it creates, before it does, so that it can be removed after a crash. */
export interface Ledger {
  readonly note: (owning: Owning) => void
}

/** Writes nothing down: for targets that end with the run. */
export const none: Ledger = { note: () => {} }
