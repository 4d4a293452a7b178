/** Two actions, each the inverse of the other, on one key. */
export interface Toggle {
  /** Such as `oncall.toggle`. */
  readonly name: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  readonly label: string
  /** Names of the actions; the second where the first has nothing to do. */
  readonly actions: readonly [string, string]
}
