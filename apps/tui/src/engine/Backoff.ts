const first = 1000
const longest = 30_000

/** Milliseconds until what had no connection is tried again, after so many times before. */
export const wait = (times: number): number => Math.min(longest, first * 2 ** times)
