import { isSecret } from "../secrets.ts"
import * as Literal from "./literal.ts"
import { settingsOf } from "./Program.ts"
import type { Program } from "./Program.ts"

type Brand = readonly [module: string, schema: string]

const brands: Readonly<Record<string, Brand>> = {
  user_id: ["EnterpriseUsers", "UserId"],
  pod_ids: ["Pods", "PodId"],
  call_id: ["Calls", "CallId"],
  group_id: ["OnCallGroups", "OnCallGroupId"]
}

const ofPersonalAccessToken: Brand = ["PersonalAccessTokens", "PersonalAccessTokenId"]

/** The schema that an id is made with; that of a personal access token is a plain text to one method. */
const brandOf = (name: string, value: unknown) =>
  name === "id" && typeof value === "number" ? ofPersonalAccessToken : brands[name]

const config = (kind: "Redacted" | "String", variable: string) => `yield* Config.${kind}("${variable}")`

type Field = Literal.Writing["field"]

const plainly: Field = () => undefined

/** Writes ids with their schemas, and takes note of the modules that these are of. */
const branding =
  (used: Set<string>): Field =>
  (name, plain, value) => {
    const [module, brand] = brandOf(name, value) ?? []
    if (module === undefined) return undefined
    used.add(module)
    return `${module}.${brand}.make(${plain})`
  }

const writingOf = (variable: Program["variable"], field: Field): Literal.Writing => ({
  secret: (name) => config("Redacted", variable(name)),
  field: (name, plain, value) => (isSecret(name) ? config("String", variable(name)) : field(name, plain, value))
})

/** The name that a program gives a service: `users` for `EnterpriseUsers`. */
const nameOf = (group: string) => group.replace(/^.*(?=[A-Z])/, "").toLowerCase()

const call = ({ does, hasToken, variable }: Program, used: Set<string>): ReadonlyArray<string> => {
  if ("group" in does) {
    const { group, inputs, isEffect, method } = does
    const given = inputs.map(({ name, value }) => Literal.of(value, name, writingOf(variable, branding(used)), "  "))
    const service = nameOf(group)
    used.add(group)
    return [
      `  const ${service} = yield* ${group}.${group}`,
      `  return yield* ${service}.${method}${isEffect ? "" : `(${given.join(", ")})`}`
    ]
  }
  const options = [
    ...does.inputs.map(({ name, value }) =>
      value === undefined
        ? `${name}: JSON.parse(${config("String", "REMOTE_ASSIST_BODY")})`
        : `${name}: ${Literal.of(value, name, writingOf(variable, plainly), "    ")}`
    ),
    ...(hasToken ? [] : ["takesUserToken: false"])
  ]
  used.add("RawRequests")
  const given = [JSON.stringify(does.method), JSON.stringify(does.path), ...Literal.object(options, "  ")]
  return ["  const raw = yield* RawRequests.RawRequests", `  return yield* raw.request(${given.join(", ")})`]
}

/** A program with Effect. */
export const of = (program: Program): string => {
  const { hasToken, region } = program
  const used = new Set(["Client", "HttpFetch", "Region", ...(hasToken ? ["Session"] : [])])
  const body = [
    ...(hasToken
      ? [
          "  const session = yield* Session.Session",
          `  yield* session.start({ token: ${config("Redacted", "REMOTE_ASSIST_TOKEN")} })`
        ]
      : []),
    ...call(program, used)
  ]
  return [
    `import { ${[...used].toSorted().join(", ")} } from "@remote-assist/core"`,
    'import * as Config from "effect/Config"',
    'import * as Effect from "effect/Effect"',
    'import * as Layer from "effect/Layer"',
    "",
    "const program = Effect.gen(function* () {",
    ...body,
    "})",
    "",
    "const region = Layer.unwrap(",
    '  Effect.map(Config.Redacted("REMOTE_ASSIST_API_KEY"), (apiKey) =>',
    `    Region.Region.layer({ ${[...settingsOf(region), "apiKey"].join(", ")} })`,
    "  )",
    ")",
    "",
    "const layer = Client.layer.pipe(Layer.provide([region, HttpFetch.layer]))",
    "",
    "const answer = await Effect.runPromise(Effect.provide(program, layer))",
    "console.log(answer)",
    ""
  ].join("\n")
}
