import { parseSync, Visitor } from "oxc-parser"

/** A node of the syntax tree that names a module. */
export interface Source {
  readonly type: string
  readonly value?: unknown
  readonly quasis?: ReadonlyArray<{ readonly value: { readonly cooked: string | null } }>
}

/** Returns the name of a module, or undefined if it is computed. */
export const moduleName = (source: Source | null | undefined): string | undefined => {
  const [text, ...others] = source?.quasis ?? []
  const name = others.length === 0 && text !== undefined ? text.value.cooked : source?.value
  return typeof name === "string" ? name : undefined
}

/** A relative module that a source names. */
export interface RelativeImport {
  readonly name: string
  /** Whether it is loaded by `import()`. */
  readonly isLazy: boolean
}

/** Finds the relative modules that a source imports, also for types alone, exports again or loads later. */
export const relativeImports = (path: string, text: string): ReadonlyArray<RelativeImport> => {
  const found: Array<RelativeImport> = []
  const take = (source: Source | null | undefined, isLazy = false) => {
    const name = moduleName(source)
    if (name?.startsWith(".")) found.push({ name, isLazy })
  }
  const takeSource = (node: { readonly source: Source | null }) => take(node.source)
  const { errors, program } = parseSync(path, text)
  if (errors[0] !== undefined) throw new SyntaxError(`${path}: ${errors[0].message}`)
  new Visitor({
    ImportDeclaration: takeSource,
    ExportNamedDeclaration: takeSource,
    ExportAllDeclaration: takeSource,
    ImportExpression: (node) => take(node.source, true),
    TSImportType: takeSource,
    TSExternalModuleReference: (node) => take(node.expression),
    CallExpression: (node) => {
      if (node.callee.type === "Identifier" && node.callee.name === "require") take(node.arguments[0])
    }
  }).visit(program)
  return found
}
