import { join } from "node:path"

import ts from "typescript6"

import { isGeneric, isLibrary, isTypeOnly, libraryName, TypeNames } from "./typeNames.ts"

// Writes the declarations of the promise form without the types of Effect: each exported type is evaluated, and printed with the
// names of the other exported types. A generic type is printed as it is written.

/** Types of Effect that programs never use. */
const opaque: Readonly<Record<string, string>> = {
  "Group.build": "readonly build: (...internal: never) => { readonly methods: Methods }"
}

const openProgram = (files: ReadonlyArray<string>) =>
  ts.createProgram(files, {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true
  })

const docsOf = (symbol: ts.Symbol, indent = "") => {
  const [doc] = (symbol.declarations ?? []).flatMap((declaration) =>
    ts.getJSDocCommentsAndTags(declaration).filter((node) => ts.isJSDoc(node))
  )
  return doc === undefined ? "" : `${doc.getText().replaceAll(/\n\s*\*/g, `\n${indent} *`)}\n${indent}`
}

class Printer {
  readonly #checker: ts.TypeChecker
  readonly #names: TypeNames
  /** The names of filters, and their members. */
  readonly #filters: Array<readonly [name: string, members: string]> = []
  /** The exported type that is being printed. */
  #owner = ""
  readonly #needed: Array<ts.Symbol> = []

  /** Names the exports of a module. */
  constructor(checker: ts.TypeChecker, exports: ReadonlyArray<ts.Symbol>) {
    this.#checker = checker
    this.#names = new TypeNames(checker)
    this.#names.register(exports)
    for (const exported of exports.filter(({ name }) => name.endsWith("Filter"))) {
      const type = checker.getDeclaredTypeOfSymbol(this.#names.resolve(exported))
      this.#filters.push([exported.name, this.members(type).toSorted().join()])
    }
  }

  /** Prints a name with type arguments, or returns `undefined` if the declarations have no such type. */
  #named(symbol: ts.Symbol | undefined, args: ReadonlyArray<ts.Type> = []): string | undefined {
    // its argument is a class of Effect
    if (symbol === undefined || symbol.name === "ErrorClass") return undefined
    const isAlias = (symbol.flags & ts.SymbolFlags.TypeAlias) !== 0
    const isOfLibrary = isLibrary(symbol) && (!isAlias || /^(?:Record|Readonly|Partial)$/.test(symbol.name))
    const computed = this.#names.computed(symbol, args)
    const name = computed ?? this.#names.get(symbol) ?? (isOfLibrary ? libraryName(symbol) : undefined)
    if (name === undefined || name === "__type") return undefined
    return args.length === 0 || computed !== undefined
      ? name
      : `${name}<${args.map((arg) => this.type(arg)).join(", ")}>`
  }

  /** Prints a type by its structure and the registered names. */
  type(type: ts.Type): string {
    const checker = this.#checker
    const alias = this.#named(type.aliasSymbol, type.aliasTypeArguments)
    if (alias !== undefined) return alias
    if (type.flags & ts.TypeFlags.TypeParameter) return type.symbol.name
    if (type.flags & ts.TypeFlags.Boolean) return "boolean"
    if (type.isUnion()) return this.#union(type)
    if (type.isIntersection()) return type.types.map((inner) => this.#inList(inner)).join(" & ")
    if (!(type.flags & ts.TypeFlags.Object))
      return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
    if (checker.isTupleType(type))
      return `readonly [${checker
        .getTypeArguments(type as ts.TypeReference)
        .map((inner) => this.type(inner))
        .join(", ")}]`
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference)
      return `${type.symbol.name}<${item === undefined ? "unknown" : this.type(item)}>`
    }
    const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
    const args = isReference ? checker.getTypeArguments(type as ts.TypeReference) : []
    const { typeParameters = [] } = (isReference ? (type as ts.TypeReference).target : {}) as Partial<ts.InterfaceType>
    const named = this.#named(type.symbol, args.slice(0, typeParameters.length))
    return named ?? this.#object(type)
  }

  #inList(type: ts.Type) {
    const text = this.type(type)
    return /=>/.test(text) && !text.startsWith("{") ? `(${text})` : text
  }

  #union(type: ts.UnionType) {
    const parts = type.types.filter((inner) => !(inner.flags & ts.TypeFlags.BooleanLiteral))
    const flags = type.types.filter((inner) => inner.flags & ts.TypeFlags.BooleanLiteral)
    const texts = [
      ...parts.map((inner) => this.#inList(inner)),
      ...(flags.length === 2 ? ["boolean"] : flags.map((inner) => this.#checker.typeToString(inner)))
    ]
    const last = (text: string) => Number(text === "null") + 2 * Number(text === "undefined")
    return [...new Set(texts)].toSorted((one, other) => last(one) - last(other)).join(" | ")
  }

  #object(type: ts.Type): string {
    const calls = this.#checker.getSignaturesOfType(type, ts.SignatureKind.Call)
    const [only] = calls
    if (only !== undefined && calls.length === 1 && type.getProperties().length === 0)
      return this.#signature(only, " => ")
    const members = this.members(type)
    return this.#filter(members.toSorted().join()) ?? `{ ${members.join("; ")} }`
  }

  /** Returns the name of a filter: of several alike, that of the group with its name. */
  #filter(members: string) {
    const names = this.#filters.filter((filter) => filter[1] === members).map(([name]) => name)
    const ofOwner = names.filter((name) => this.#owner.includes(name.slice(0, -"Filter".length)))
    return ofOwner.toSorted((one, other) => other.length - one.length)[0]
  }

  /** Prints the members of an object type. */
  members(type: ts.Type, indent = "", owner = ""): ReadonlyArray<string> {
    const checker = this.#checker
    const signatures = [
      ...checker.getSignaturesOfType(type, ts.SignatureKind.Call).map((signature) => this.#signature(signature, ": ")),
      ...checker
        .getSignaturesOfType(type, ts.SignatureKind.Construct)
        .map((signature) => `new ${this.#signature(signature, ": ")}`)
    ]
    const indexes = checker
      .getIndexInfosOfType(type)
      .map(
        ({ isReadonly, keyType, type }) =>
          `${isReadonly ? "readonly " : ""}[key: ${this.type(keyType)}]: ${this.type(type)}`
      )
    const properties = type.getProperties().map((property) => {
      const override = opaque[`${owner}.${property.name}`]
      return `${owner === "" ? "" : docsOf(property, indent)}${override ?? this.#property(property)}`
    })
    return [...signatures, ...indexes, ...properties]
  }

  #property(property: ts.Symbol) {
    const checker = this.#checker
    const [declaration] = property.declarations ?? []
    const wellKnown = /^__@(\w+)@/.exec(property.name)?.[1]
    const plain = /^[A-Za-z_$][\w$]*$/.test(property.name) ? property.name : JSON.stringify(property.name)
    const name = wellKnown === undefined ? plain : `[Symbol.${wellKnown}]`
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
    const isComputed = (property.flags & ts.SymbolFlags.Transient) !== 0
    if (declaration && ts.isMethodSignature(declaration) && !isComputed) {
      const [signature] = checker.getTypeOfSymbol(property).getCallSignatures()
      if (signature !== undefined) return `${name}${this.#signature(signature, ": ")}`
    }
    const written = declaration && !isComputed && ts.isPropertySignature(declaration) ? declaration.type : undefined
    const type =
      written && this.#names.isSelfContained(written) ? written.getText() : this.type(checker.getTypeOfSymbol(property))
    return `readonly ${name}${isOptional ? "?" : ""}: ${type}`
  }

  #signature(signature: ts.Signature, arrow: string) {
    const checker = this.#checker
    const generic = (signature.typeParameters ?? []).map((parameter) => {
      const constraint = parameter.getConstraint()
      return `${parameter.symbol.name}${constraint === undefined ? "" : ` extends ${this.type(constraint)}`}`
    })
    const parameters = signature.getParameters().flatMap((parameter) => {
      const [declaration] = parameter.declarations ?? []
      const type = checker.getTypeOfSymbol(parameter)
      const isRest =
        declaration !== undefined && ts.isParameter(declaration) && declaration.dotDotDotToken !== undefined
      if (isRest && checker.isTupleType(type)) return this.#tupleParameters(type as ts.TupleTypeReference)
      const isOptional =
        declaration !== undefined && ts.isParameter(declaration) && checker.isOptionalParameter(declaration)
      const name = isRest
        ? `...${parameter.name}`
        : `${/^\w+$/.test(parameter.name) ? parameter.name : "input"}${isOptional ? "?" : ""}`
      return [`${name}: ${this.type(isOptional ? this.#withoutUndefined(type, declaration) : type)}`]
    })
    const predicate = checker.getTypePredicateOfSignature(signature)
    const result = predicate?.type
      ? `${predicate.parameterName} is ${this.type(predicate.type)}`
      : this.type(signature.getReturnType())
    return `${generic.length === 0 ? "" : `<${generic.join(", ")}>`}(${parameters.join(", ")})${arrow}${result}`
  }

  /** An optional parameter accepts `undefined` anyway. */
  #withoutUndefined(type: ts.Type, declaration: ts.Node) {
    const isWritten = ts.isParameter(declaration) && /\bundefined\b/.test(declaration.type?.getText() ?? "")
    return isWritten ? type : this.#checker.getNonNullableType(type)
  }

  #tupleParameters(type: ts.TupleTypeReference) {
    const { elementFlags, labeledElementDeclarations = [] } = type.target
    return this.#checker.getTypeArguments(type).map((inner, index) => {
      const label = labeledElementDeclarations[index]
      const name = label === undefined ? `input${index}` : label.name.getText()
      const isOptional = ((elementFlags[index] ?? 0) & ts.ElementFlags.Optional) !== 0
      return `${name}${isOptional ? "?" : ""}: ${this.type(isOptional ? this.#checker.getNonNullableType(inner) : inner)}`
    })
  }

  /** Prints a generic type as written, and notes the types that it needs. */
  #verbatim(symbol: ts.Symbol, isExported: boolean) {
    const declaration = symbol.declarations?.find(
      (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
    )
    if (declaration === undefined) return ""
    const visit = (node: ts.Node) => {
      if (ts.isPropertySignature(node) && opaque[`${symbol.name}.${node.name.getText()}`] !== undefined) return
      if (ts.isIdentifier(node)) {
        const found = this.#checker.getSymbolAtLocation(node)
        const used = found && this.#names.resolve(found)
        if (
          used !== undefined &&
          used.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias) &&
          !isLibrary(used) &&
          this.#names.get(used) === undefined
        ) {
          this.#names.set(used, used.name)
          this.#needed.push(used)
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(declaration)
    const override = Object.entries(opaque).find(([path]) => path.startsWith(`${symbol.name}.`))
    const text = declaration.getText().replace(/^export /, "")
    const member = override && new RegExp(`readonly ${override[0].split(".")[1]}: .*`)
    return `${docsOf(symbol)}${isExported ? "export " : ""}${text}`.replace(member ?? /$^/, override?.[1] ?? "")
  }

  /** Prints the declarations of an exported name. */
  declaration(exported: ts.Symbol, isExported = true): ReadonlyArray<string> {
    const checker = this.#checker
    const symbol = this.#names.resolve(exported)
    const head = isExported ? "export " : ""
    this.#owner = exported.name
    const texts: Array<string> = []
    if (isGeneric(symbol)) texts.push(this.#verbatim(symbol, isExported))
    else if (symbol.flags & ts.SymbolFlags.Interface) {
      const members = this.members(checker.getDeclaredTypeOfSymbol(symbol), "  ", exported.name)
      texts.push(
        `${docsOf(symbol)}${head}interface ${exported.name} {\n${members.map((member) => `  ${member}\n`).join("")}}`
      )
    } else if (symbol.flags & ts.SymbolFlags.TypeAlias) {
      const type = checker.getDeclaredTypeOfSymbol(symbol)
      const [node] = symbol.declarations ?? []
      const written =
        node && ts.isTypeAliasDeclaration(node) && this.#names.isSelfContained(node.type)
          ? node.type.getText()
          : undefined
      this.#names.delete(symbol)
      texts.push(`${docsOf(symbol)}${head}type ${exported.name} = ${written ?? this.type(type)}`)
      this.#names.set(symbol, exported.name)
    }
    if (symbol.flags & ts.SymbolFlags.Value && !isTypeOnly(exported)) {
      const type = checker.getTypeOfSymbol(symbol)
      texts.push(`${docsOf(symbol)}${head}declare const ${exported.name}: ${this.type(type)}`)
    }
    return texts
  }

  /** Prints the types that generic types need. */
  *needed() {
    for (let next = this.#needed.shift(); next !== undefined; next = this.#needed.shift())
      yield* this.declaration(next, false)
  }
}

/** Returns the declarations of the promise form, and of its entry for Node, which imports the others from a module. */
export const flatDeclarations = (src: string) => {
  const entries = ["promise.ts", "promise/node.ts"].map((file) => join(src, file))
  const program = openProgram(entries)
  const checker = program.getTypeChecker()
  const [main = [], node = []] = entries.map((file) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    return module === undefined ? [] : checker.getExportsOfModule(module)
  })
  const printer = new Printer(checker, main)
  const texts = main.flatMap((exported) => printer.declaration(exported))
  texts.push(...printer.needed(), "export {}")
  const nodeTexts = node.flatMap((exported) => printer.declaration(exported))
  const types = main.map(({ name }) => name).filter((name) => /^[A-Z]/.test(name))
  const used = types.filter((name) => nodeTexts.some((text) => new RegExp(`(?:=>|: ) ?${name}\\b`).test(text)))
  return {
    promise: `${texts.join("\n")}\n`,
    node: (specifier: string) => `import type { ${used.join(", ")} } from "${specifier}"\n${nodeTexts.join("\n")}\n`
  }
}
