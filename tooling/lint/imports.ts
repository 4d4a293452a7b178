import { dirname, posix, relative } from "node:path"

import { boundaries } from "./boundaries.ts"
import type { Rule } from "./Rule.ts"
import { written, type Source } from "./written.ts"

const workspacePackage = /^(?:packages|apps)\/[^/]+/
const packageSources = /^(?:packages|apps)\/([^/]+)\/src\//

const problems = (from: string, to: string) => {
  const found = boundaries
    .filter((boundary) => boundary.from.test(from) && boundary.to.test(to) && boundary.unless?.test(from) !== true)
    .map((boundary) => boundary.because)
  const [own] = workspacePackage.exec(from) ?? []
  const [other] = workspacePackage.exec(to) ?? []
  if (own !== undefined && other !== undefined && own !== other)
    found.push("a path into another package. Import it by its name")
  const [, name] = packageSources.exec(from) ?? []
  if (name !== undefined && `${to}/`.startsWith(`@remote-assist/${name}/`))
    found.push("the package's own name. Import the file by its path")
  return found
}

export const imports: Rule = {
  create: (context) => {
    const from = relative(context.cwd, context.filename).replaceAll("\\", "/")
    const visit = (source: Source | null) => {
      const name = written(source)
      if (name === undefined) return
      const to = name.startsWith(".") ? posix.join(dirname(from), name) : name
      for (const problem of problems(from, to))
        context.report({ node: source as never, message: `${name}: ${problem}` })
    }
    return {
      ImportDeclaration: (node) => visit(node.source),
      ExportNamedDeclaration: (node) => visit(node.source),
      ExportAllDeclaration: (node) => visit(node.source),
      ImportExpression: (node) => visit(node.source),
      TSImportType: (node) => visit(node.source)
    }
  }
}
