import { maskNamed } from "@remote-assist/core/Secrets"
import * as Predicate from "effect/Predicate"

import type { Mismatch } from "../compare/Difference.ts"
import type { Json } from "../compare/Leaf.ts"
import { codeOf, takesToken } from "./Command.ts"
import type { Action, Call, Fields, Ref, Source, Value } from "./Command.ts"
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

const actionCode = (action: Action, refCode: (ref: Ref) => string): string => {
  if ("advance" in action) return `{ advance: ${JSON.stringify(action.advance)} }`
  if ("mails" in action) return `{ mails: ${refCode(action.mails)} }`
  if ("together" in action)
    return `{ together: [${action.together.map((one) => actionCode(one, refCode)).join(", ")}] }`
  return codeOf(fieldsOf(action), refCode)
}

const fieldsOf = (call: Call): Fields => {
  const fields: ReadonlyArray<readonly [string, Value | undefined]> = [
    ["call", call.call],
    ["params", call.params],
    ["query", call.query],
    ["payload", call.payload],
    ["token", takesToken(call) ? call.token : undefined]
  ]
  return Object.fromEntries(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

const wantedText = ({ before, wanted }: Ref) =>
  `<${before}${"kind" in wanted ? wanted.kind : Predicate.isString(wanted.source) ? wanted.source : `${wanted.source.uid} ${wanted.source.path.join(".")}`}>`

/** An action in a line. */
export const commandText = (action: Action): string => {
  if ("advance" in action) return `${action.advance} pass`
  if ("mails" in action) return "the e-mails that were sent are read"
  if ("together" in action) return `at once: ${action.together.map(commandText).join("; ")}`
  const { call, ...parts } = fieldsOf(action)
  return `${String(call)} ${codeOf(parts, wantedText)}`
}

/** Where the target differs from the model, and how to get there. */
export const reportOf = (done: ReadonlyArray<Done>): string =>
  [
    ...done.map(({ command }, index) => `${String(index + 1).padStart(3)}. ${commandText(command)}`),
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
    actionCode(command, (ref) => {
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
