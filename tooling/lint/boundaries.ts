import { dirname, posix, relative } from "node:path"

import { layerBoundaries } from "./layers.ts"
import type { Boundary } from "./layers.ts"
import { moduleName } from "./moduleImports.ts"
import type { Source } from "./moduleImports.ts"
import type { Rule } from "./rules.ts"

const boundaries: ReadonlyArray<Boundary> = [
  {
    from: /./,
    to: /^effect$|^effect\/(?:cli|crypto|encoding|http|http-api|observability|persistence|process|reactivity|schema|testing)$|^@effect\/platform-node$/,
    because: "a barrel loads all of its modules. Import the module, as in effect/Effect"
  },
  {
    from: /./,
    to: /^@remote-assist\/[^/]+\/(?:src|dist|internal|test)\b/,
    because: "only a package's exports are public"
  },
  { from: /^packages\/core\//, to: /^@remote-assist\/(?!core\b)/, because: "core stands alone" },
  {
    from: /^packages\/cli\//,
    to: /^@remote-assist\/(?!cli\b|core\/FileError$)/,
    because: "cli imports only FileError of core"
  },
  {
    from: /^packages\/core\/src\/(?!(?:Fleet|HttpNode)\.ts$|internal\/node\/|promise\/node\.ts$)/,
    to: /^node:|^@effect\/platform-/,
    because: "core runs everywhere, except its modules for Node"
  },
  {
    from: /^apps\/http-mock\//,
    to: /^@remote-assist\/(?!(?:cli|core|http-mock)\b)/,
    because: "http-mock imports only core and cli"
  },
  {
    from: /^apps\/http-mock\/src\/(?!cli\/|main\.ts$)/,
    to: /^@remote-assist\/cli\b/,
    because: "the packed library does not contain cli. Import core"
  },
  {
    from: /^apps\/(?:tui|e2e)\//,
    to: /^@remote-assist\/http-mock\/(?!(?:Control|Flags)$)/,
    because: "these are internal modules of the emulator. Import @remote-assist/http-mock"
  },
  { from: /^apps\/tui\//, to: /^@remote-assist\/e2e\b/, because: "tui imports core, cli and http-mock" },
  { from: /^apps\/e2e\//, to: /^@remote-assist\/tui\b/, because: "e2e imports core, cli and http-mock" },
  {
    from: /^apps\/tui\/src\/(?:keymap|view|renderers\/(?:linear|screen))\//,
    to: /^@remote-assist\/(?!(?:core\/Text|cli\/Terminal)$)/,
    because: "keymap, views and renderers do not know the service"
  },
  {
    from: /^apps\/tui\/src\/(?:actions|engine|input|keymap|model|resources|text)\//,
    to: /^apps\/tui\/src\/(?:commands|renderers|view)\//,
    because: "models do not know their views"
  },
  {
    from: /^apps\//,
    to: /^effect\/(?:http|http-api)\//,
    unless: /^apps\/http-mock\/|^apps\/tui\/test\//,
    because: "only core and the emulator use HTTP. Use core's services"
  },
  ...layerBoundaries
]

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
      const name = moduleName(source)
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
