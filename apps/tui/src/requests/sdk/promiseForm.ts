import { isSecret } from "../secrets.ts"
import * as Literal from "./literal.ts"
import { settingsOf } from "./Program.ts"
import type { Program } from "./Program.ts"

const fromEnvironment = (variable: string) => `process.env["${variable}"] ?? ""`

const call = ({ does, hasToken, variable }: Program) => {
  const secret = (name: string) => fromEnvironment(variable(name))
  const writing = { secret, field: (name: string) => (isSecret(name) ? secret(name) : undefined) }
  if ("group" in does) {
    const given = does.inputs.map(({ name, value }) => Literal.of(value, name, writing))
    const group = does.group.charAt(0).toLowerCase() + does.group.slice(1)
    return { group, line: `remote.${group}.${does.method}(${given.join(", ")})` }
  }
  const options = [
    ...does.inputs.map(({ name, value }) =>
      value === undefined
        ? `${name}: JSON.parse(${fromEnvironment("REMOTE_ASSIST_BODY")})`
        : `${name}: ${Literal.of(value, name, writing, "  ")}`
    ),
    ...(hasToken ? [] : ["takesUserToken: false"])
  ]
  const given = [JSON.stringify(does.method), JSON.stringify(does.path), ...Literal.object(options)]
  return { group: undefined, line: `remote.request(${given.join(", ")})` }
}

/** A program for those who do not use Effect. */
export const of = (program: Program): string => {
  const { hasToken, region } = program
  const { group, line } = call(program)
  const apiKey = fromEnvironment("REMOTE_ASSIST_API_KEY")
  return [
    `import { ${["connectTo", ...(group === undefined ? [] : [group])].toSorted().join(", ")} } from "@remote-assist/core/promise"`,
    "",
    "await using remote = await connectTo(",
    `  { ${[...settingsOf(region), `apiKey: ${apiKey}`].join(", ")} },`,
    `  ${group === undefined ? "{}" : `{ ${group} }`}`,
    ")",
    ...(hasToken ? [`await remote.session.start({ token: ${fromEnvironment("REMOTE_ASSIST_TOKEN")} })`] : []),
    `const answer = await ${line}`,
    "console.log(answer)",
    ""
  ].join("\n")
}
