import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { uncapitalize } from "effect/String"
import { format } from "oxfmt"

import { parameters } from "../../apps/http-mock/src/openapi/document.ts"
import { demo } from "../../apps/http-mock/src/world/seed/demo.ts"
import { byId, operations } from "../../packages/core/src/Contract.ts"
import type { Operation, OperationId } from "../../packages/core/src/Contract.ts"
import { defaultApiKeyHeader } from "../../packages/core/src/Region.ts"

type Fields = Readonly<Record<string, unknown>>

type Value = string | number | ReadonlyArray<string>

/** The parts of a request, encoded. */
interface Parts {
  readonly params: Readonly<Record<string, Value>>
  readonly query: Readonly<Record<string, Value>>
  readonly payload?: unknown
}

/** A call of an operation, as documents show it. */
export interface Sample {
  readonly curl: string
  readonly promise: string
  readonly effect: string
}

/** Query parameters that the default world accepts. Other parts come from the contract. */
const queries: { readonly [Id in OperationId]?: Parts["query"] } = {
  "Tokens.validate": { resource_type: "user", permission_list: ["view_contacts"] },
  "Registration.confirm": { confirmation_token: "confirm-demo-new" },
  "Registration.confirmNewEmail": { confirmation_token: "confirm-demo-grace" },
  "Registration.resendConfirmation": { email: "new@example.com" },
  "Calls.list": { filter: "receiverName~=%Torvalds%", order: "-callDuration" },
  "OnCallGroups.list": { order: "name" },
  "EnterpriseUsers.list": { filter: "active=true", page_size: 100 },
  "Pods.list": { page: 1 }
}

/** Returns values for the parts of a request that the default world accepts. */
export const partsOf = (operation: Operation): Parts => ({
  params: Object.fromEntries(
    parameters(operation)
      .filter((parameter) => parameter.in === "path")
      .map(({ example = 1, name, schema }) => [
        name,
        typeof example === "number" && !("type" in schema && schema.type === "string") ? example : String(example)
      ])
  ),
  query: queries[operation.id] ?? {},
  ...(operation.takes !== undefined && { payload: operation.example ?? {} })
})

const isFields = (value: unknown): value is Fields => Predicate.isObject(value)

const isSchema = (value: unknown): value is Schema.Top & Fields => Schema.isSchema(value)

/** A literal of a value, with the constructors of its schema if it has one. */
const literal = (value: unknown, schema?: unknown): string => {
  const { fields, from, identifier, schema: inner, value: item }: Fields = isSchema(schema) ? schema : {}
  if (Predicate.isString(identifier) && isSchema(inner)) return `${identifier}.make(${literal(value)})`
  if (isSchema(from) && Predicate.isString(value)) return `Redacted.make(${literal(value)})`
  if (isSchema(inner)) return literal(value, inner)
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, item)).join(", ")}]`
  if (!isFields(value)) return JSON.stringify(value)
  const types: Fields = isFields(fields) ? fields : {}
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${name}: ${literal(one, types[name])}`)
    .join(", ")} }`
}

/** The arguments of a method: a part with one field is the value of that field. */
const argumentsOf = ({ endpoint }: Operation, parts: Parts, literal: (value: unknown, schema: unknown) => string) =>
  (["params", "payload", "query"] as const)
    .flatMap((name) => {
      const [schema, part] = [endpoint[name], parts[name]]
      if (schema === undefined || !isFields(part) || Object.keys(part).length === 0) return []
      const fields = isSchema(schema) && isFields(schema["fields"]) ? schema["fields"] : {}
      const [only, ...others] = Object.keys(fields)
      return only === undefined || others.length > 0 ? literal(part, schema) : literal(part[only], fields[only])
    })
    .join(", ")

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const addressOf = ({ path }: Operation, { params, query }: Parts) => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]))
  )
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => String(params[name]))
  return `$URL/api${filled}${search.size === 0 ? "" : `?${search.toString()}`}`
}

const curlOf = (operation: Operation, parts: Parts, body = quote(JSON.stringify(parts.payload ?? {}))) => {
  const { group, method, takesUserToken } = operation
  const hasBody = parts.payload !== undefined
  const lines = [
    `curl -s${method === (hasBody ? "POST" : "GET") ? "" : ` -X ${method}`} "${addressOf(operation, parts)}"`,
    `-H "${defaultApiKeyHeader}: $KEY"${takesUserToken || group === "Tokens" ? ` -H "authorization: $TOKEN"` : ""}`,
    ...(hasBody ? [`-H 'content-type: application/json' -d ${body}`] : [])
  ]
  return lines.join(" \\\n  ")
}

/** Reads a field of an answer in the shell. */
const sed = (field: string) => `sed 's/.*"${field}":"\\([^"]*\\)".*/\\1/'`

/** The last word of a group in lower case: `users` of `EnterpriseUsers`. */
const shortName = (group: string) => group.replace(/^.*(?=[A-Z])/, "").toLowerCase()

const make = (operation: Operation): Sample => {
  const { endpoint, group, name } = operation
  const parts = partsOf(operation)
  const service = shortName(group)
  // a method without parameters is an effect
  const isEffect = endpoint.params === undefined && endpoint.payload === undefined && endpoint.query === undefined
  const call = `${service}.${name}${isEffect ? "" : `(${argumentsOf(operation, parts, literal)})`}`
  return {
    curl: curlOf(operation, parts),
    promise: `await remote.${uncapitalize(group)}.${name}(${argumentsOf(operation, parts, (value) => literal(value))})`,
    effect: `${group}.use((${service}) => ${call})`
  }
}

/** The token to renew comes from a log-in. */
const makeRefresh = (operation: Operation): Sample => {
  const { curl, effect, promise } = make(byId("Auth.logIn"))
  const body = String.raw`"{\"refresh_token\":\"$REFRESH\"}"`
  return {
    curl: `REFRESH=$(${curl} | ${sed("refresh")})\n${curlOf(operation, partsOf(operation), body)}`,
    promise: `const { refresh } = ${promise}\nawait remote.auth.refresh(refresh)`,
    effect: `${effect.slice(0, -1)}.pipe(Effect.flatMap(({ refresh }) => auth.refresh(refresh))))`
  }
}

/** The result has the user in a field of its own. */
const makeProvision = (operation: Operation): Sample => {
  const sample = make(operation)
  const promise = `// body is the answer as it was received\nconst { body, entry } = ${sample.promise}\nconsole.log(entry, body)`
  return { ...sample, promise }
}

/** A call of each operation. */
export const samples: ReadonlyMap<OperationId, Sample> = new Map(
  operations.map((operation) => [
    operation.id,
    operation.id === "Auth.refresh"
      ? makeRefresh(operation)
      : operation.id === "EnterpriseUsers.provision"
        ? makeProvision(operation)
        : make(operation)
  ])
)

/** Modules of names that the module of a group does not have. */
const modules: Readonly<Record<string, string>> = { PodId: "Pods", CallId: "Calls" }

const isOfEffect = (name: string) => name === "Effect" || name === "Redacted"

/** The imports of samples with Effect: the names that a dot follows. */
const importsOf = (effects: ReadonlyArray<readonly [id: string, effect: string]>) => {
  const names = effects.flatMap(([id, effect]) =>
    Array.from(effect.matchAll(/\b([A-Z]\w*)\./g), ([, name = ""]) => ({
      name,
      module: modules[name] ?? id.split(".")[0] ?? ""
    }))
  )
  const own = Map.groupBy(
    names.filter(({ name }) => !isOfEffect(name)),
    ({ module }) => module
  )
  return [
    ...Array.from(own, ([module, names]) => {
      const sorted = [...new Set(names.map(({ name }) => name))].toSorted()
      return `import { ${sorted.join(", ")} } from "@remote-assist/core/${module}"`
    }),
    ...new Set(
      names.filter(({ name }) => isOfEffect(name)).map(({ name }) => `import * as ${name} from "effect/${name}"`)
    )
  ].join("\n")
}

const address = "http://127.0.0.1:4010/us"

const logIn = byId("Auth.logInV1R1")

const curlSetup = `URL=${address} KEY=${demo.apiKey}
TOKEN=$(${curlOf(logIn, partsOf(logIn))} | ${sed("token")})`

const connect = `import { connect } from "@remote-assist/core/promise"`

const credentials = `email: "${demo.email}"`

const promiseSetup = `const remote = await connect({ name: "us", baseUrl: "${address}", apiKey: "${demo.apiKey}" })
await remote.session.logIn({ ${credentials}, password: "${demo.password}" })`

const effectSetup = `const region = Region.layer({ name: "us", baseUrl: "${address}", apiKey: Redacted.make("${demo.apiKey}") })
const layer = Client.layer.pipe(Layer.provide([region, HttpFetch.layer]))
const logIn = Session.use((session) => session.logIn({ ${credentials}, password: Redacted.make("${demo.password}") }))`

const runProgram = `logIn.pipe(Effect.andThen(program), Effect.provide(layer), Effect.runPromise)`

const setupImports = `import * as Client from "@remote-assist/core/Client"
import * as HttpFetch from "@remote-assist/core/HttpFetch"
import { Region } from "@remote-assist/core/Region"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"`

const formatCode = async (code: string, printWidth: number) =>
  (await format("sample.ts", code, { printWidth, semi: false, trailingComma: "none", sortImports: {} })).code

/** The width of a page. */
const columns = 88

const blocks = async (curl: string, promise: string, effect: string): Promise<ReadonlyArray<string>> => [
  `\`\`\`sh [curl]\n${curl}\n\`\`\``,
  `\`\`\`ts [Promises]\n${await formatCode(promise, columns)}\`\`\``,
  `\`\`\`ts [Effect]\n${await formatCode(effect, columns)}\`\`\``
]

/** What the samples need, as blocks of code. */
export const setupBlocks = () =>
  blocks(curlSetup, `${connect}\n\n${promiseSetup}`, `${setupImports}\n\n${effectSetup}\n\nawait ${runProgram}`)

/** The samples of an operation as blocks of code, which the site shows as tabs. */
export const blocksOf = (operation: Operation) => {
  const { curl, effect, promise } = samples.get(operation.id) ?? make(operation)
  return blocks(curl, promise, `${importsOf([[operation.id, effect]])}\n\nconst program = ${effect}`)
}

const program = (setup: string, entry: (sample: Sample) => string) => {
  const members = Array.from(samples, ([id, sample]) => `${JSON.stringify(id)}: ${entry(sample)}`)
  return `// generated by \`pnpm gen\` from packages/core/src/Contract.ts

${setup}

/** The samples of docs/reference, which the default world of the emulator accepts. */
export const samples = { ${members.join(",\n")} }`
}

const promiseProgram = `${connect}
import type { Remote } from "@remote-assist/core/promise"

/** Makes the client of the samples. */
export const open = async () => { ${promiseSetup}\nreturn remote }`

const effects = Array.from(samples, ([id, { effect }]) => [id, effect] as const)

const effectProgram = `${[...new Set(`${setupImports}\n${importsOf(effects)}`.split("\n"))].join("\n")}

${effectSetup}

/** Runs a sample. */
export const run = <A, E>(program: Effect.Effect<A, E, Client.Groups>) => ${runProgram}`

/** The samples as programs, which the tests compile and run. */
export const programs = async (folder: string): Promise<ReadonlyArray<readonly [string, string]>> => [
  [
    `${folder}promise.ts`,
    await formatCode(
      program(promiseProgram, ({ promise }) => `async (remote: Remote) => { ${promise} }`),
      120
    )
  ],
  [
    `${folder}effect.ts`,
    await formatCode(
      program(effectProgram, ({ effect }) => effect),
      120
    )
  ]
]
