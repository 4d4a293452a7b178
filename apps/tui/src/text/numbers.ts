/** Formats numbers with separators: `12,345`. */
export const counted = new Intl.NumberFormat("en-US")
