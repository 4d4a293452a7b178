import * as Contract from "@remote-assist/core/Contract"

import { access, argument, literal, named } from "./expression.ts"
import type { Uses } from "./expression.ts"
import { importsOf } from "./imports.ts"
import type { Call, Expectation, Mails, Path, Script, Statement, Together } from "./Script.ts"
import { signatures } from "./signatures.ts"
import { isLeaf, partOf } from "./Value.ts"

const pathText = (path: Path) => (path.length === 0 ? "the answer" : path.join("."))

const serviceName = (group: string) => `${group[0]?.toLowerCase()}${group.slice(1)}`

const argumentsOf = ({ input, operation }: Call, uses: Uses): string => {
  const parts = signatures[operation]
  if (parts === "effect") return ""
  const given = parts.map((path) => {
    const value = partOf(input, path)
    const field = path.at(-1) ?? ""
    if (value === undefined) return undefined
    if (operation === "PersonalAccessTokens.remove" && !isLeaf(value)) {
      uses("PersonalAccessTokenId")
      return `PersonalAccessTokenId.make(${argument(value, "", uses)})`
    }
    return operation === "PersonalAccessTokens.read" && isLeaf(value)
      ? `String(${argument(value, field, uses)})`
      : argument(value, field, uses)
  })
  const last = given.findLastIndex((code) => code !== undefined)
  return `(${given
    .slice(0, last + 1)
    .map((code) => code ?? "undefined")
    .join(", ")})`
}

/** The call of a method of the SDK. */
const callOf = (call: Call, uses: Uses): string => {
  const { group, name } = Contract.byId(call.operation)
  uses(group)
  const service = serviceName(group)
  const act = `${group}.use((${service}) => ${service}.${name}${argumentsOf(call, uses)})`
  if (call.token === undefined) return act
  uses("withToken")
  return `withToken(${named(call.token, "token", uses)}, ${act})`
}

const expectation = (answer: string, expected: Expectation, uses: Uses): string => {
  uses("Expect")
  const text = JSON.stringify(pathText(expected.path))
  const seen = access(answer, expected.path, uses)
  if (expected._tag === "Equal") return `yield* Expect.equal(${text}, ${seen}, ${literal(expected.value)})`
  if (expected._tag === "Same") return `yield* Expect.equal(${text}, ${seen}, ${expected.than.name})`
  uses("Equal")
  return `yield* Expect.equal(${JSON.stringify(`${pathText(expected.path)} is another than ${expected.than.name}`)}, Equal.equals(${seen}, ${expected.than.name}), false)`
}

const afterwards = (answer: string, { expects, gives }: Pick<Call, "gives" | "expects">, uses: Uses) => [
  ...gives.map(({ constant, path }) => {
    if (path.length === 0) return `const ${constant.name} = ${answer}`
    uses("Expect")
    return `const ${constant.name} = yield* Expect.present(${JSON.stringify(pathText(path))}, ${access(answer, path, uses)})`
  }),
  ...expects.map((expected) => expectation(answer, expected, uses))
]

const answered = (act: string, answer: string, of: Pick<Call, "gives" | "expects">, uses: Uses) =>
  of.gives.length + of.expects.length === 0
    ? [`yield* ${act}`]
    : [`const ${answer} = yield* ${act}`, ...afterwards(answer, of, uses)]

const call = (statement: Call, index: number, uses: Uses): ReadonlyArray<string> => {
  uses("step")
  const title = JSON.stringify(statement.title)
  const act = callOf(statement, uses)
  if (statement.failsWith === undefined) return answered(`step(${title}, ${act})`, `answer${index}`, statement, uses)
  uses("Expect")
  const failing = `step(${title}, Expect.failure(${title}, ${act}, ${JSON.stringify(statement.failsWith)}))`
  return answered(failing, `error${index}`, statement, uses)
}

const mails = (statement: Mails, index: number, uses: Uses) => {
  uses("step")
  const to = isLeaf(statement.to) ? named(statement.to, "", uses) : JSON.stringify(statement.to)
  return answered(`step(${JSON.stringify(statement.title)}, target.mails(${to}))`, `mails${index}`, statement, uses)
}

const together = ({ calls, outcomes, title }: Together, index: number, uses: Uses) => {
  uses("step")
  uses("outcomesTogether")
  const acts = calls.map((one) => `  ${callOf(one, uses)}`).join(",\n")
  const act = `yield* step(${JSON.stringify(title)}, outcomesTogether([\n${acts}\n]))`
  if (outcomes === undefined) return act.split("\n")
  uses("Expect")
  return `const outcomes${index} = ${act}\nyield* Expect.oneOf("outcomes of some order of the calls", outcomes${index}, ${literal(outcomes)})`.split(
    "\n"
  )
}

const lines = (statement: Statement, index: number, uses: Uses): ReadonlyArray<string> => {
  switch (statement._tag) {
    case "Call":
      return call(statement, index, uses)
    case "Mails":
      return mails(statement, index, uses)
    case "Advance":
      uses("step")
      return [
        `yield* step(${JSON.stringify(`${statement.duration} pass`)}, target.advance(${JSON.stringify(statement.duration)}))`
      ]
    case "Freeze":
      uses("clockStandsAt")
      return [`yield* clockStandsAt(${JSON.stringify(statement.at)})`]
    case "Constant":
      return [`const ${statement.name} = ${JSON.stringify(statement.value)}`]
    case "Comment":
      return statement.text.split("\n").map((line) => `// ${line}`)
    case "Together":
      return together(statement, index, uses)
  }
}

const needsOf = (body: string) => [
  ...(/\btarget\.advance\(/.test(body) ? ["clock"] : []),
  ...(/\btarget\.mails\(/.test(body) ? ["outbox"] : []),
  ...(/\bdemo\./.test(body) ? ["world"] : []),
  ...(/\bclockStandsAt\(/.test(body) ? ["control"] : [])
]

/** Writes a scenario as the source of its file. */
export const print = ({ about, statements, tags }: Script): string => {
  const used = new Set<string>(["scenario"])
  const uses = (name: string) => void used.add(name)
  const blocks = statements.map((statement, index) => lines(statement, index + 1, uses))
  const code = blocks.flat().join("\n")
  const head = [
    ...(/\b(?:target|demo)\./.test(code) ? ["const target = yield* Target"] : []),
    ...(/\bdemo\./.test(code) ? ["const demo = yield* target.demo"] : [])
  ]
  if (head.length > 0) uses("Target")
  const needs = needsOf(code)
  const options = [
    `tags: ${literal(tags)}`,
    ...(needs.length > 0 ? [`needs: ${literal(needs)}`] : []),
    "destructive: true"
  ]
  return [
    ...importsOf(used),
    "",
    "/**",
    ...about.map((line) => ` * ${line.replaceAll("*/", "* /")}`.trimEnd()),
    " */",
    "export default scenario(",
    "  Effect.gen(function* () {",
    ...[...head, ...blocks.flat()].map((line) => `    ${line}`),
    "  }),",
    `  { ${options.join(", ")} }`,
    ")",
    ""
  ].join("\n")
}
