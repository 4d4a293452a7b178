import { maskNamed } from "@remote-assist/core/Secrets"
import * as Predicate from "effect/Predicate"

import type { Mismatch } from "../compare/answers.ts"
import type { Json, Path } from "../compare/Leaf.ts"
import { valueText } from "../compare/report.ts"
import type { Action } from "./Command.ts"
import { Ref } from "./Command.ts"
import type { CompletedCommand } from "./Pair.ts"

const textOf = (value: Json | undefined) => valueText(value, 300, maskNamed)

const differenceLines = ({ a, b, kind, path }: Mismatch): ReadonlyArray<string> =>
  kind === "identity"
    ? [`     ${path}: an id or token that does not correspond to that of the model`]
    : [
        `     ${path === "" ? "the answer" : path}: ${kind}`,
        `       model:  ${textOf(a)}`,
        `       target: ${textOf(b)}`
      ]

/** Formats the values of differences on a side, a line each. */
export const valueLines = (differences: ReadonlyArray<Mismatch>, side: "a" | "b"): string =>
  differences
    .map((one) => `${one.path === "" ? "the answer" : one.path} (${one.kind}): ${textOf(one[side])}`)
    .join("\n")

const codeOf = (value: unknown, refCode: (ref: Ref) => string): string => {
  if (value instanceof Ref) return refCode(value)
  if (Array.isArray(value)) return `[${value.map((part) => codeOf(part, refCode)).join(", ")}]`
  if (!Predicate.isObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([name, part]) => name !== "uid" && part !== undefined)
  return `{ ${fields.map(([name, part]) => `${name}: ${codeOf(part, refCode)}`).join(", ")} }`.replace("{  }", "{}")
}

const refText = ({ wanted }: Ref) =>
  `<${"kind" in wanted ? wanted.kind : (Predicate.isNumber(wanted.source[0]) ? ["step", ...wanted.source] : wanted.source).join(" ")}>`

/** Formats an action as a line. */
export const actionText = (action: Action): string =>
  "advance" in action
    ? `${action.advance} pass`
    : codeOf(action, refText)
        .replaceAll(/\{ call: "([\w.]+)"(?:, | (?=\}))/g, "$1 { ")
        .replaceAll(" { }", "")

/** Formats the commands and their differences. */
export const reportOf = (done: ReadonlyArray<CompletedCommand>): string =>
  [
    ...done.map(({ command }, index) => `${String(index + 1).padStart(3)}. ${actionText(command)}`),
    ...done.flatMap(({ differences }) => differences.slice(0, 5).flatMap(differenceLines))
  ].join("\n")

/** The date-time at which both clocks are stopped. */
export const clock = "2026-01-15T12:00:00Z"

/** Returns the source of a scenario that replays the commands. */
export const sourceOf = (done: ReadonlyArray<CompletedCommand>, about: ReadonlyArray<string>): string => {
  const numbers = new Map(done.map(({ command }, index) => [command.uid, index + 1]))
  const sourceCode = ([first = "", ...path]: Path) =>
    Predicate.isString(first)
      ? `Replay.known(${JSON.stringify(first)})`
      : `Replay.from(${[numbers.get(first) ?? 0, ...path.map((part) => JSON.stringify(part))].join(", ")})`
  const actions = done.map(({ command, entries }) =>
    codeOf(command, (ref) => sourceCode(entries.get(ref)?.source ?? []))
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
