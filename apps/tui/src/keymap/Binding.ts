/** What a key does. `context` is where it applies; the first of `keys` is the one that hints show. */
export interface Binding {
  readonly command: string
  readonly context: string
  /** A key, or two that are pressed one after the other: `g u`. */
  readonly keys: ReadonlyArray<string>
  /** What it does; `{key}` in it stands for the key. */
  readonly label: string
  /** What one types behind `:` to have it. */
  readonly word?: string
  /** Shown at the foot of the screen, not in the help alone: of `always` only where there is no other way out. */
  readonly hint?: boolean
  /** Cannot be undone. */
  readonly dangerous?: boolean
  /** Without a key for it, one could not leave where one is. */
  readonly isNeeded?: boolean
  /** Changes something at the service, or leads there: a key that is held down does it once. */
  readonly changes?: boolean
}
