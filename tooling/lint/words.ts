import { globSync, readFileSync } from "node:fs"

import { parseSync } from "oxc-parser"

// Finds words and names that a reader of plain technical English does not expect. Usage: words.ts [folder ...]

/** In comments, texts and pages: a pattern, and what to write instead. */
const phrases: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:un)?told\b|\btells?\b(?! (?:you|us)\b)/i, "says, shows, reports; or name the message"],
  [/\bsaid\b/i, "says, shown, reported; or name the message"],
  [/\bwho(?:so)?ever\b/i, "name the person or the program: the user, the caller"],
  [/\bwhatever\b|\bwherever\b/i, "any, every; or name it"],
  [/\bno(?:thing|body|ne) (?:where|unless|if|when)\b/i, "or `undefined` if; not ... unless"],
  [/\bwhere (?:there|it|they|that|this|one|none|nobody|nothing) (?:is|are|has|have|was|were|does|can)\b/i, "if, when"],
  [/(?<!\bthere )\b(?:is|are|was|were) (?:no|none)\b(?! (?:longer|more|fewer|less)\b)/i, "is not, does not, has no"],
  [/\ball the same\b|\bfor good\b|\bbesides\b|\banew\b|\bthereby\b|\bin vain\b/i, "anyway, permanently, also, again"],
  [
    /\bwhat of\b|\bwhat (?:is|was) (?:to be|done|asked|given|kept|held|sent|left|made|typed|known)\b/i,
    "name the thing"
  ],
  [/\bunfit\b|\bmisfits?\b/i, "invalid"],
  [/\bt(?:akes?|aken|aking|ook) back\b/i, "undo, revert, withdraw"],
  [/\bgo(?:es)? on with\b|\bwent on with\b/i, "continue, resume"],
  [/\bbehind (?:it|its|the name|what|which)\b/i, "after"],
  [/\bas (?:it|they) (?:is|are|was|were) (?:told|asked|given)\b/i, "as given"],
  [/\b(?:is|are|was|were) to be\b/i, "must be, will be"],
  [/\bneither \./i, "an empty list in a message"]
]

/** Names in code, whole: bare participles and gerunds, and words that stand for nothing a search would find. */
const names = new Set(
  `told said held kept made asked given gone looked entered counted worded noted sought spoken untold wrongly misfit misfits unfit
  making doing telling keeping noting choosing settling securing populating rowless patience blame needles knower lookedAt whoever`.split(
    /\s+/
  )
)

/** Parts of names, in camel case. */
const parts = /^(?:told|said|misfits?|unfit|whoever|untold|wrongly|patience)$/i

export interface Hit {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly advice: string
}

const partsOf = (name: string) => name.split(/(?<=[a-z\d])(?=[A-Z])|_/)

const textHits = (text: string) =>
  phrases.flatMap(([pattern, advice]) => {
    const found = pattern.exec(text)
    return found === null ? [] : [{ text: found[0], advice, index: found.index }]
  })

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

const walk = (value: unknown, visit: (node: Node, key: string, parent: Node) => void, parent?: Node, key = "") => {
  if (Array.isArray(value)) for (const item of value) walk(item, visit, parent, key)
  else if (isNode(value)) {
    if (parent !== undefined) visit(value, key, parent)
    for (const [name, child] of Object.entries(value)) if (name !== "parent") walk(child, visit, value, name)
  }
}

/** Names that this file gives: of variables, parameters, functions, types and their members; what it only uses is another's to rename. */
const declares = (node: Node, key: string, parent: Node) => {
  if (node.type !== "Identifier") return false
  if (/^(?:VariableDeclarator|Function|Class|TSInterface|TSTypeAlias|TSEnum)/.test(parent.type))
    return key === "id" || key === "params"
  if (parent.type === "ArrowFunctionExpression") return key === "params"
  if (
    parent.type === "TSPropertySignature" ||
    parent.type === "TSMethodSignature" ||
    parent.type === "PropertyDefinition"
  )
    return key === "key" && parent["computed"] !== true
  return parent.type === "ArrayPattern" || (parent.type === "ExportSpecifier" && key === "exported")
}

/** Lists the hits in one file. */
export const hitsIn = (path: string, source: string): ReadonlyArray<Hit> => {
  const lineAt = (index: number) => source.slice(0, index).split("\n").length
  const hit = (index: number, text: string, advice: string): Hit => ({ path, line: lineAt(index), text, advice })
  const inText = (text: string, start: number) =>
    textHits(text).map((found) => hit(start + found.index, found.text, found.advice))
  if (path.endsWith(".md")) {
    let start = 0
    return source.split("\n").flatMap((line) => {
      const hits = inText(line, start)
      start += line.length + 1
      return hits
    })
  }
  const { comments, program } = parseSync(path, source)
  const hits: Array<Hit> = comments.flatMap(({ value, start }) =>
    inText(value.replaceAll(/\n\s*(?:\*|\/\/)?/g, " "), start + 2)
  )
  walk(program, (node, key, parent) => {
    if (node.type === "Literal" && typeof node["value"] === "string")
      hits.push(...inText(node["value"], node.start + 1))
    else if (node.type === "TemplateElement" || node.type === "JSXText")
      hits.push(...inText(source.slice(node.start, node.end), node.start))
    else if (declares(node, key, parent)) {
      const name = String(node["name"])
      if (names.has(name) || partsOf(name).some((part) => parts.test(part)))
        hits.push(hit(node.start, name, "rename it to a noun or a verb that says what it is or does"))
    } else if (node.type === "ExportNamedDeclaration" && /^export const of\b/.test(source.slice(node.start, node.end)))
      hits.push(hit(node.start, "of", "make, get, parse, format"))
  })
  return hits
}

const exclude = [
  "**/node_modules/**",
  "**/dist/**",
  "**/.reports/**",
  "**/CHANGELOG.md",
  "docs/scenarios/**",
  "apps/console/src/openapi.ts"
]
const ownFiles = new Set(["tooling/lint/words.ts", "tooling/test/words.test.ts"])

if (import.meta.main) {
  const folders = process.argv.slice(2)
  const inFolders = (path: string) =>
    folders.length === 0 || folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
  const paths = globSync("{.changeset,packages,apps,examples,tooling,docs}/**/*.{ts,tsx,cjs,mjs,md}", { exclude })
    .concat(globSync("*.md"))
    .filter((path) => !ownFiles.has(path) && inFolders(path))
  const hits = paths.toSorted().flatMap((path) => hitsIn(path, readFileSync(path, "utf8")))
  for (const { path, line, text, advice } of hits) console.error(`${path}:${line}: "${text}": ${advice}`)
  if (hits.length > 0) {
    console.error(
      `${hits.length} words or names that a reader has to guess. Write what stands after the last colon, or rename as it says.`
    )
    process.exitCode = 1
  }
}
