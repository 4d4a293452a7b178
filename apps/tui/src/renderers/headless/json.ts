import { escaped } from "../../requests/visible.ts"

/** A value as JSON of one line, without a character that a terminal would obey. */
export const write = (value: unknown): string => escaped(JSON.stringify(value))
