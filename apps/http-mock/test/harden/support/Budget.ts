/** The limit of a part of the attack. The part checks it before each step. */
export interface Budget {
  readonly allows: (step: number) => boolean
}

/** Allows a number of steps. */
export const steps = (count: number): Budget => ({ allows: (step) => step < count })

/** Allows steps for a number of milliseconds, and at least one step. */
export const duration = (millis: number): Budget => {
  const end = performance.now() + millis
  return { allows: (step) => step === 0 || performance.now() < end }
}

/** Each part's share of the time of the long form. */
export const shares = { requests: 0.4, models: 0.2, races: 0.15, kills: 0.1, memory: 0.15 } as const

/** The number of steps of each part in the bounded form. */
export const bounded = { requests: 1000, models: 15, races: 2, kills: 1 } as const

export type Part = keyof typeof shares
