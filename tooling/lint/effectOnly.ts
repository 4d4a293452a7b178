import type { Node, Rule } from "./Rule.ts"

export const effectOnly: Rule = {
  create: (context) => {
    const noAsync = (node: Node & { readonly async?: boolean }) => {
      if (node.async === true) context.report({ node, message: "async hides errors. Write an Effect" })
    }
    return {
      TryStatement: (node) => context.report({ node, message: "try hides errors. Use Effect.try or Effect.catch" }),
      FunctionDeclaration: noAsync,
      FunctionExpression: noAsync,
      ArrowFunctionExpression: noAsync
    }
  }
}
