import { parseSync, Visitor } from "oxc-parser"

import { written, type Source } from "../written.ts"

/** Finds every relative module that a source names: to use it, its types alone, to export it again, to load it later. */
export const relativeImports = (path: string, text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const take = (source: Source | null | undefined) => {
    const name = written(source)
    if (name?.startsWith(".")) found.add(name)
  }
  const takeSource = (node: { readonly source: Source | null }) => take(node.source)
  const { errors, program } = parseSync(path, text)
  if (errors[0] !== undefined) throw new SyntaxError(`${path}: ${errors[0].message}`)
  new Visitor({
    ImportDeclaration: takeSource,
    ExportNamedDeclaration: takeSource,
    ExportAllDeclaration: takeSource,
    ImportExpression: takeSource,
    TSImportType: takeSource,
    TSExternalModuleReference: (node) => take(node.expression),
    CallExpression: (node) => {
      if (node.callee.type === "Identifier" && node.callee.name === "require") take(node.arguments[0])
    }
  }).visit(program)
  return found
}
