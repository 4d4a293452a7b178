import type { TooLarge } from "../../Http.ts"

export const tooLarge: TooLarge = { _tag: "TooLarge" }
