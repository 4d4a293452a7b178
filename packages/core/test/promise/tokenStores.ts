import type { Tokens } from "../../src/promise.ts"

export const storeOf = (kept: { tokens?: Tokens | undefined }) => ({
  load: async () => kept.tokens,
  save: async (tokens: Tokens) => {
    kept.tokens = tokens
  },
  clear: async () => {
    kept.tokens = undefined
  }
})
