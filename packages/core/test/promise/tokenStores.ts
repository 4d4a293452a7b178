import type { Tokens } from "../../src/promise.ts"

export const storeOf = (stored: { tokens?: Tokens | undefined }) => ({
  load: async () => stored.tokens,
  save: async (tokens: Tokens) => {
    stored.tokens = tokens
  },
  clear: async () => {
    stored.tokens = undefined
  }
})
