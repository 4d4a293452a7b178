/** Formats a count with its noun: `1 user`, `12,345 users`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`
