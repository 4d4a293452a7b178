import type { Node, Rule } from "./Rule.ts"

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
