/** How long a part of the attack goes on: asked before each step. */
export interface Budget {
  readonly allows: (step: number) => boolean
}

/** So many steps, however long they take. */
export const steps = (count: number): Budget => ({ allows: (step) => step < count })

/** So many milliseconds from now on, and one step at least. */
export const lasting = (millis: number): Budget => {
  const end = performance.now() + millis
  return { allows: (step) => step === 0 || performance.now() < end }
}

/** The shares of the parts in the time of the long form. */
export const shares = { requests: 0.4, models: 0.2, races: 0.15, kills: 0.1, memory: 0.15 } as const

/** The steps of the parts in the bounded form. */
export const bounded = { requests: 1000, models: 15, races: 2, kills: 1 } as const

export type Part = keyof typeof shares
