import ts from "typescript6"

/** Returns whether a symbol is a type with parameters. */
export const isGeneric = ({ declarations = [] }: ts.Symbol) =>
  declarations.some(
    (node) =>
      (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && (node.typeParameters?.length ?? 0) > 0
  )

/** Returns whether a symbol is declared by TypeScript's library or by Node. */
export const isLibrary = ({ declarations: [declaration] = [] }: ts.Symbol) =>
  /\/typescript\/lib\/|\/typescript6?@[^/]+\/|\/@types\/node\//.test(declaration?.getSourceFile().fileName ?? "")

/** The type of a function, such as `fetch`, needs `typeof`. */
export const libraryName = ({ flags, name }: ts.Symbol) => (flags & ts.SymbolFlags.Function ? `typeof ${name}` : name)

/** Returns whether an export exports only the type of its symbol. */
export const isTypeOnly = ({ declarations = [] }: ts.Symbol) =>
  declarations.some((node) => ts.isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly))

/** The names of exported types, and of generic types that they use. */
export class TypeNames {
  readonly #checker: ts.TypeChecker
  readonly #names = new Map<ts.Symbol, string>()
  /** The names of resources and inputs by the alias that computes them. */
  readonly #computed = new Map<string, string>()

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** Returns the symbol that an export stands for. */
  resolve(symbol: ts.Symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol
  }

  #keyOf(alias: ts.Symbol, args: ReadonlyArray<ts.Type> = []) {
    return `${alias.name.startsWith("Plain") ? "Plain" : alias.name}<${args.map((arg) => this.#checker.typeToString(arg)).join()}>`
  }

  get(symbol: ts.Symbol) {
    return this.#names.get(symbol)
  }

  set(symbol: ts.Symbol, name: string) {
    this.#names.set(symbol, name)
  }

  delete(symbol: ts.Symbol) {
    this.#names.delete(symbol)
  }

  /** Returns the name of the type that an alias computes from its arguments, or `undefined`. */
  computed(alias: ts.Symbol, args: ReadonlyArray<ts.Type>) {
    return this.#computed.get(this.#keyOf(alias, args))
  }

  /** Registers the names of the exports of a module. */
  register(exports: ReadonlyArray<ts.Symbol>) {
    const checker = this.#checker
    for (const exported of exports) {
      const symbol = this.resolve(exported)
      if (symbol.flags & ts.SymbolFlags.Type) this.#names.set(symbol, exported.name)
    }
    for (const exported of exports) {
      const symbol = this.resolve(exported)
      const type = checker.getDeclaredTypeOfSymbol(symbol)
      if (isGeneric(symbol) || !type.isClassOrInterface()) continue
      for (const { aliasSymbol, aliasTypeArguments = [] } of checker.getBaseTypes(type)) {
        if (aliasSymbol === undefined || !/^(?:PlainFields|InputFields|PlainError)$/.test(aliasSymbol.name)) continue
        this.#computed.set(this.#keyOf(aliasSymbol, aliasTypeArguments), exported.name)
        // an error class of the Effect form
        const [constructor] = aliasTypeArguments.flatMap((argument) => argument.getConstructSignatures())
        const error = constructor?.getReturnType().symbol
        if (error !== undefined) this.#names.set(error, exported.name)
      }
    }
  }

  /** Whether the text of a type names nothing but exported types, generic types and those of the library. */
  isSelfContained(node: ts.Node): boolean {
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression
      const found = this.#checker.getSymbolAtLocation(name)
      const symbol = found && this.resolve(found)
      if (symbol === undefined) return false
      if (
        !(symbol.flags & ts.SymbolFlags.TypeParameter) &&
        !isLibrary(symbol) &&
        this.#names.get(symbol) !== name.getText()
      )
        return false
    }
    if (ts.isImportTypeNode(node)) return false
    return !ts.forEachChild(node, (child) => !this.isSelfContained(child) || undefined)
  }
}
