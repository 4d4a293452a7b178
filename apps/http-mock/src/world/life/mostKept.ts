/** The most calls that a region keeps. */
export const mostKept = 5000
