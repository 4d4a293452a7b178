import type { Operation } from "@remote-assist/core/Contract"

import { calls } from "./calls.ts"

/** What a scenario is to show. */
export interface Missing {
  readonly statuses: ReadonlyArray<number>
  readonly fields: ReadonlyArray<string>
}

const errorNames = { errorV1: "ErrorV1", errorV1R1: "ErrorV1R1", errorText: "ErrorText" } as const

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)

const kebab = (text: string) => text.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "-").toLowerCase()

const own = ["Expect", "Target", "administratorLogsIn", "provisionedUser", "scenario", "step", "unusedEmail"]

const uses = (body: string, name: string) => new RegExp(String.raw`\b${name}\b`).test(body)

const importsOf = (group: string, body: string) => {
  const modules = { ...(uses(body, "CallId") ? { Calls: ["CallId"] } : {}), [group]: [group] }
  if (group === "Calls" && uses(body, "CallId")) modules["Calls"] = ["CallId", "Calls"]
  return [
    ...Object.entries(modules).map(
      ([module, names]) => `import { ${names.join(", ")} } from "@remote-assist/core/${module}"`
    ),
    `import { ${own.filter((name) => uses(body, name)).join(", ")} } from "@remote-assist/e2e"`,
    `import * as Effect from "effect/Effect"`,
    ...(uses(body, "Redacted") ? [`import * as Redacted from "effect/Redacted"`] : [])
  ]
}

const refusal = ({ errorForms, id }: Operation, status: number, call: string): ReadonlyArray<string> => {
  const name = errorNames[errorForms.get(status)?.[0] ?? "errorV1"]
  return status === 500
    ? ["// 500 is documented for no request in particular: an emulator answers it by a fault, which is not counted"]
    : [
        `// what makes the service refuse it with ${status}`,
        `yield* Expect.failure("${id} refused with ${status}", ${call}, "${name}")`
      ]
}

const shownBy = (fields: ReadonlyArray<string>) =>
  fields.length === 0 ? [] : [`// its answer is to have a value in: ${fields.join(", ")}`]

/** The file of a scenario that would show what is missing of an operation: what leads to it is for its author to say. */
export const skeletonOf = (operation: Operation, { fields, statuses }: Missing) => {
  const { group, id, name, section, summary, takesUserToken } = operation
  const service = lowerFirst(group)
  const call = `${service}.${calls[id]}`
  const succeeds = fields.length > 0 || statuses.includes(200)
  const lines = [
    ...(call.includes("target.") ? ["const target = yield* Target"] : []),
    ...(takesUserToken || call.includes("provisionedUser") ? ["yield* administratorLogsIn"] : []),
    `const ${service} = yield* ${group}`,
    ...shownBy(fields),
    ...(succeeds ? [`yield* step("${summary}", ${call})`] : []),
    ...statuses.filter((status) => status !== 200).flatMap((status) => refusal(operation, status, call))
  ]
  const needs = call.includes("target.demo") ? `, { needs: ["world"] }` : ""
  const body = [
    `/** ${summary} (${section}). */`,
    "export default scenario(",
    "  Effect.gen(function* () {",
    ...lines.map((line) => `    ${line}`),
    `  })${needs}`,
    ")"
  ].join("\n")
  return {
    file: `scenarios/${kebab(group)}/shows-${kebab(name)}.ts`,
    source: `${[...importsOf(group, body), "", body].join("\n")}\n`
  }
}
