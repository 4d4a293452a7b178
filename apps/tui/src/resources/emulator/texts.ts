import { hidden } from "../../requests/secrets.ts"

// three parts of letters as a user token has them
const token = /[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g

/** A text without user tokens, wherever they stand in it. */
export const masked = (text: string): string => text.replaceAll(token, hidden)
