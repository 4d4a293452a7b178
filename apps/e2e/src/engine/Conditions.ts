import type { Attempt } from "../runner/Result.ts"

/** What the command passes to the workers that run scenarios: plain data, which is copied to their threads. */
export interface Conditions {
  /** Identifies the run: what it creates is called `e2e-<id>-…`. */
  readonly id: string
  /** `in-process`, `live`, or the address of an emulator. */
  readonly target: string
  /** The folders and files of the scenarios. */
  readonly roots: ReadonlyArray<string>
  /** As for `--tag`. */
  readonly tags: ReadonlyArray<string>
  readonly seed: number
  /** In seconds. */
  readonly timeout: number
  readonly allowDestructive: boolean
  readonly withJournal: boolean
  readonly region: string | undefined
  readonly config: string | undefined
  /** The flags of the command line that runs a scenario again. */
  readonly again: ReadonlyArray<string>
}

declare module "vitest" {
  interface ProvidedContext {
    readonly conditions: Conditions
  }
  interface TaskMeta {
    /** How the scenario went, without secrets. */
    attempt?: Attempt
    /** The command line that runs the scenario again. */
    again?: string
  }
}
