import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

import { parseSync, Visitor } from "oxc-parser"
import type { Comment, Expression, ObjectExpression } from "oxc-parser"

// reads the comments of the SDK's schemas and errors: JSON Schema has names and types, but no texts

/** A class with the comments of its fields. */
export interface DescribedClass {
  readonly name: string
  readonly text: string
  readonly fields: ReadonlyMap<string, string>
}

const core = fileURLToPath(new URL("../../packages/core/src/", import.meta.url))

/** The sentences of a JSDoc comment, without its source in the interface. */
const textOf = (comment: Comment) =>
  comment.value
    .replaceAll(/^\s*\*? ?/gm, "")
    .replaceAll(/\{@link (.+?)\}/g, "`$1`")
    .replace(/\bSource: [\s\S]*$/, "")
    .replaceAll(/\s+/g, " ")
    .trim()

const isComment = ({ type, value }: Comment) => type === "Block" && value.startsWith("*")

interface File {
  readonly source: string
  readonly comments: ReadonlyArray<Comment>
}

const commentBefore = ({ comments, source }: File, start: number): string => {
  const comment = comments.findLast(({ end }) => end <= start)
  const isBefore = comment !== undefined && isComment(comment) && source.slice(comment.end, start).trim() === ""
  return isBefore ? textOf(comment) : ""
}

/** The objects of fields and the classes of the SDK by name, as far as they are read. */
const objects = new Map<string, ReadonlyMap<string, string>>()

const fieldsIn = (file: File, { properties }: ObjectExpression): ReadonlyMap<string, string> =>
  new Map(
    properties.flatMap((property): ReadonlyArray<readonly [string, string]> => {
      if (property.type === "SpreadElement") {
        const spread = file.source.slice(property.argument.start, property.argument.end)
        const [name = ""] = /\b[A-Z]\w+(?=\.fields)|^\w+$/.exec(spread) ?? []
        return [...(objects.get(name) ?? [])]
      }
      const { key, start } = property
      return key.type === "Identifier" ? [[key.name, commentBefore(file, start)]] : []
    })
  )

const objectIn = (node: Expression | null | undefined): ObjectExpression | undefined => {
  if (node?.type === "ObjectExpression") return node
  if (node?.type !== "CallExpression") return undefined
  const last = node.arguments.at(-1)
  return last?.type === "ObjectExpression" ? last : undefined
}

/** The exported constants with their comments, by name. */
export const constants = new Map<string, string>()

const classesIn = (path: string): ReadonlyArray<DescribedClass> => {
  const source = readFileSync(`${core}${path}`, "utf8")
  const { comments, program } = parseSync(path, source)
  const file = { source, comments }
  const classes: Array<DescribedClass> = []
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      const object = objectIn(init)
      if (id.type === "Identifier" && object !== undefined) objects.set(id.name, fieldsIn(file, object))
    },
    ExportNamedDeclaration: ({ declaration, start }) => {
      if (declaration?.type === "VariableDeclaration")
        for (const { id } of declaration.declarations)
          if (id.type === "Identifier") constants.set(id.name, commentBefore(file, start))
      if (declaration?.type !== "ClassDeclaration" || declaration.id === null) return
      const object = objectIn(declaration.superClass)
      if (object === undefined) return
      const fields = fieldsIn(file, object)
      objects.set(declaration.id.name, fields)
      classes.push({ name: declaration.id.name, text: commentBefore(file, start), fields })
    }
  }).visit(program)
  return classes
}

/** Files whose fields others repeat come first. */
const first = ["Errors/tagged.ts", "EnterpriseUsers.ts", "Calls/Call.ts"]

const others = globSync("{*,Calls/*,Errors/*}.ts", { cwd: core })
  .filter((path) => !first.includes(path))
  .toSorted()

/** The schemas and errors of the SDK with their comments, by name. */
export const classes: ReadonlyMap<string, DescribedClass> = new Map(
  [...first, ...others].flatMap(classesIn).map((one) => [one.name, one])
)
