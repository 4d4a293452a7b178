/** What to say of what was under way, such as `deactivating grace@example.com`, where nobody waited for the answer. */
export const notKnown = (doing: string): string =>
  `It is not known whether this was done: ${doing}. Look before you do it again.`
