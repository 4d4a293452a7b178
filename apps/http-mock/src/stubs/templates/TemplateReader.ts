import Handlebars from "handlebars"

type Path = hbs.AST.PathExpression

const isPath = (node: hbs.AST.Node): node is Path => node.type === "PathExpression"

/** Finds what is no helper, and has names of headers as requests have them. */
export class TemplateReader extends Handlebars.Visitor {
  readonly wrong: Array<string> = []
  readonly #known: ReadonlySet<string>

  constructor(known: ReadonlySet<string>) {
    super()
    this.#known = known
  }

  #tell({ loc }: hbs.AST.Node, what: string) {
    this.wrong.push(`line ${loc.start.line}, column ${loc.start.column + 1}: ${what}`)
  }

  #checkHelper(node: hbs.AST.Node, path: hbs.AST.Node) {
    if (isPath(path) && !this.#known.has(path.original))
      this.#tell(node, `there is no helper ${path.original}. There are ${[...this.#known].join(", ")}`)
  }

  override MustacheStatement(node: hbs.AST.MustacheStatement): void {
    if (node.params.length > 0 || node.hash !== undefined) this.#checkHelper(node, node.path)
    super.MustacheStatement(node)
  }

  override SubExpression(node: hbs.AST.SubExpression): void {
    this.#checkHelper(node, node.path)
    super.SubExpression(node)
  }

  override BlockStatement(node: hbs.AST.BlockStatement): void {
    if (node.params.length > 0 || node.hash !== undefined) this.#checkHelper(node, node.path)
    super.BlockStatement(node)
  }

  override PartialStatement(node: hbs.AST.PartialStatement): void {
    this.#tell(node, "partials are not supported")
  }

  override PartialBlockStatement(node: hbs.AST.PartialBlockStatement): void {
    this.#tell(node, "partials are not supported")
  }

  override Decorator(node: hbs.AST.Decorator): void {
    this.#tell(node, "decorators are not supported")
  }

  override DecoratorBlock(node: hbs.AST.DecoratorBlock): void {
    this.#tell(node, "decorators are not supported")
  }

  override PathExpression(path: Path): void {
    const { parts } = path
    const at = parts.findIndex((part, index) => part === "request" && parts[index + 1] === "headers")
    const name = at < 0 ? undefined : parts[at + 2]
    if (name !== undefined) parts[at + 2] = name.toLowerCase()
  }
}
