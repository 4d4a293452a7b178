import type { Stub } from "./Stub.ts"

/** The state that a scenario begins with. */
export const started = "Started"

/** In which state each scenario is, by its name. */
export interface Scenarios {
  /** Why a stub does not answer in the state that its scenario is in; nothing where it does. */
  readonly whyNot: (stub: Stub) => string | undefined
  /** Puts the scenario of a stub that answered into its next state. */
  readonly follow: (stub: Stub) => void
  readonly all: () => ReadonlyMap<string, string>
  /** Forgets those that none of the stubs names. */
  readonly keep: (stubs: ReadonlyArray<Stub>) => void
  /** Puts all back to the state that they begin with. */
  readonly reset: () => void
}

export const make = (): Scenarios => {
  const states = new Map<string, string>()
  const stateOf = (name: string) => states.get(name) ?? started
  return {
    whyNot: ({ mapping: { requiredScenarioState: wanted, scenarioName: name } }) =>
      name === undefined || wanted === undefined || stateOf(name) === wanted
        ? undefined
        : `the scenario ${name} is in the state ${stateOf(name)}, to be ${wanted}`,
    follow: ({ mapping: { newScenarioState: next, scenarioName: name } }) => {
      if (name !== undefined && next !== undefined) states.set(name, next)
    },
    all: () => states,
    keep: (stubs) => {
      if (states.size === 0) return
      const named = new Set(stubs.map(({ mapping: { scenarioName } }) => scenarioName))
      for (const name of states.keys()) if (!named.has(name)) states.delete(name)
    },
    reset: () => states.clear()
  }
}
