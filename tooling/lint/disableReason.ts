import type { Rule } from "./Rule.ts"

const directive = /^\s*(?:oxlint|eslint)-disable/
const withReason = /\s--\s+\S/

export const disableReason: Rule = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (directive.test(comment.value) && !withReason.test(comment.value))
          context.report({
            loc: comment.loc,
            message: "add a reason after the rule's name: `oxlint-disable-next-line rule -- reason`"
          })
      }
    }
  })
}
