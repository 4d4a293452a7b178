import { setFlagsFromString } from "node:v8"

setFlagsFromString("--heap-growing-percent=30")

/**
 * Keeps the young generation as small as it is once the screen is there: each frame is garbage with the next one, and a larger
 * generation costs a hundred megabytes. Before, it may grow: a start would be spent in collections.
 */
export const limitYoungGeneration = (): void => setFlagsFromString("--semi-space-growth-factor=1")

/** Lets it grow for thousands of requests in a row: collections then take half as much time. */
export const growYoungGeneration = (): void => setFlagsFromString("--semi-space-growth-factor=2")
