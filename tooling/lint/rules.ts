import type { RuleTester } from "oxlint/plugins-dev"

// oxlint exports no rule type of its own; its tester's signature has it
export type Rule = Parameters<RuleTester["run"]>[1]

type Context = Parameters<NonNullable<Rule["create"]>>[0]

type Node = NonNullable<Parameters<Context["report"]>[0]["node"]>

const calls: Record<string, string> = {
  "Date.now": "Clock",
  "performance.now": "Clock",
  "Math.random": "Random",
  "crypto.randomUUID": "Random"
}

export const determinism: Rule = {
  create: (context) => {
    const report = (node: Node, found: string, instead: string) =>
      context.report({ node, message: `${found} is not deterministic. Use Effect's ${instead}` })
    return {
      MemberExpression(node) {
        if (node.object.type !== "Identifier" || node.computed || node.property.type !== "Identifier") return
        const name = `${node.object.name}.${node.property.name}`
        const instead = calls[name]
        if (instead !== undefined) report(node, name, instead)
      },
      NewExpression(node) {
        if (node.callee.type === "Identifier" && node.callee.name === "Date" && node.arguments.length === 0)
          report(node, "new Date()", "Clock")
      },
      CallExpression(node) {
        if (node.callee.type === "Identifier" && node.callee.name === "Date") report(node, "Date()", "Clock")
      }
    }
  }
}

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
