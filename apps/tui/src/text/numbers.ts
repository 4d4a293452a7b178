/** Writes numbers as people read them: `12,345`. */
export const counted = new Intl.NumberFormat("en-US")
