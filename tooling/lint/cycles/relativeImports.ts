import { parseSync, Visitor, type Node } from "oxc-parser"

type Source = Node | null | undefined

const written = (source: Source) => {
  if (source?.type === "Literal") return source.value
  return source?.type === "TemplateLiteral" && source.quasis.length === 1 ? source.quasis[0]?.value.cooked : undefined
}

/** Finds every relative module that a source names: to use it, its types alone, to export it again, to load it later. */
export const relativeImports = (path: string, text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const take = (source: Source) => {
    const name = written(source)
    if (typeof name === "string" && name.startsWith(".")) found.add(name)
  }
  const takeSource = (node: { readonly source: Source }) => take(node.source)
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
