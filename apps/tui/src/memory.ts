import { setFlagsFromString } from "node:v8"

// set on import: the entry imports this module first, before the heap grows
setFlagsFromString("--heap-growing-percent=30")

/**
 * Stops the growth of the young generation. Call it after the first frame: each frame replaces the last, and a larger generation
 * costs a hundred megabytes. During the start it may grow, or collections would take most of the time.
 */
export const limitYoungGeneration = (): void => setFlagsFromString("--semi-space-growth-factor=1")

/** Lets the young generation grow again. Collections then take half the time during thousands of requests. */
export const growYoungGeneration = (): void => setFlagsFromString("--semi-space-growth-factor=2")
