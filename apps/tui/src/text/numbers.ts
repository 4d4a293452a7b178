/** Formats numbers with separators: `12,345`. */
export const numberFormat = new Intl.NumberFormat("en-US")
