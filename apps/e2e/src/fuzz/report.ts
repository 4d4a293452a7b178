import { maskNamed } from "@remote-assist/core/Secrets"
import * as Predicate from "effect/Predicate"

import type { Mismatch } from "../compare/Difference.ts"
import type { Json } from "../compare/Leaf.ts"
import { Ref } from "./Command.ts"
import type { Action, Source } from "./Command.ts"
import type { Done } from "./Pair.ts"

const longest = 300

const valueText = (value: Json | undefined) => {
  if (value === undefined) return "nothing"
  const text = maskNamed(JSON.stringify(value))
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** A difference as lines. */
export const differenceLines = ({ a, b, kind, path }: Mismatch): ReadonlyArray<string> =>
  kind === "identity"
    ? [`     ${path}: an id or token that is not the one that the model has there`]
    : [
        `     ${path === "" ? "the answer" : path}: ${kind}`,
        `       model:  ${valueText(a)}`,
        `       target: ${valueText(b)}`
      ]

/** A value as TypeScript. */
const codeOf = (value: unknown, refCode: (ref: Ref) => string): string => {
  if (value instanceof Ref) return refCode(value)
  if (Array.isArray(value)) return `[${value.map((part) => codeOf(part, refCode)).join(", ")}]`
  if (!Predicate.isObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([name, part]) => name !== "uid" && part !== undefined)
  return `{ ${fields.map(([name, part]) => `${name}: ${codeOf(part, refCode)}`).join(", ")} }`.replace("{  }", "{}")
}

const refText = ({ before, wanted }: Ref) =>
  `<${before}${"kind" in wanted ? wanted.kind : Predicate.isString(wanted.source) ? wanted.source : ["step", wanted.source.uid, ...wanted.source.path].join(" ")}>`

/** An action in a line. */
export const actionText = (action: Action): string =>
  "advance" in action ? `${action.advance} pass` : codeOf(action, refText).replaceAll(/\bcall: "([\w.]+)"/g, "$1")

/** Where the target differs from the model, and how to get there. */
export const reportOf = (done: ReadonlyArray<Done>): string =>
  [
    ...done.map(({ command }, index) => `${String(index + 1).padStart(3)}. ${actionText(command)}`),
    ...done.flatMap(({ differences }) => differences.slice(0, 5).flatMap(differenceLines))
  ].join("\n")

/** The source of a scenario that does the same. */
export const sourceOf = (done: ReadonlyArray<Done>, clock: string, about: ReadonlyArray<string>): string => {
  const numbers = new Map(done.map(({ command }, index) => [command.uid, index + 1]))
  const sourceCode = (source: Source | undefined) =>
    source === undefined || Predicate.isString(source)
      ? `Replay.known(${JSON.stringify(source ?? "")})`
      : `Replay.from(${[numbers.get(source.uid) ?? 0, ...source.path.map((part) => JSON.stringify(part))].join(", ")})`
  const actions = done.map(({ command, entries }) =>
    codeOf(command, (ref) => {
      const code = sourceCode(entries.get(ref)?.source)
      return ref.before === "" ? code : `Replay.after(${JSON.stringify(ref.before)}, ${code})`
    })
  )
  return [
    `import { Replay } from "@remote-assist/e2e"`,
    "",
    "/**",
    ...about.map((line) => ` * ${line.replaceAll("*/", "* /")}`.trimEnd()),
    " */",
    `export default Replay.scenario(${JSON.stringify(clock)}, [`,
    actions.map((action) => `  ${action}`).join(",\n"),
    "])",
    ""
  ].join("\n")
}
