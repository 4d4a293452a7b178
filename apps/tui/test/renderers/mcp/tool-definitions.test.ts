import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { expect, test } from "vitest"

import type { FormField } from "../../../src/actions/Action.ts"
import { makeForm, makeQuery } from "../../../src/actions/Action.ts"
import { fromFacts } from "../../../src/actions/Report.ts"
import type { Report } from "../../../src/actions/Report.ts"
import { commands } from "../../../src/renderers/headless/commands.ts"
import { cleanValue, makeClean } from "../../../src/renderers/mcp/Tool.ts"
import { annotations, toolName } from "../../../src/renderers/mcp/Tool.ts"
import { formTool, queryTool, allTools } from "../../../src/renderers/mcp/tools.ts"
import { pods } from "../../../src/resources/pods.ts"
import { groups, resources } from "../../../src/resources/resources.ts"

const described = {
  name: "pods.join-it",
  label: "join",
  keys: ["j"] as const,
  pending: "joining",
  on: "none" as const,
  consequence: "It is shown.",
  object: "the pods"
}

const Form = Schema.Struct({ name: Schema.optionalKey(Schema.String), password: Schema.optionalKey(Schema.String) })

const fieldsWith = (password: Partial<FormField>): Record<"name" | "password", FormField> => ({
  name: { flag: "name", takes: "text", help: "A name", limit: 20 },
  password: { flag: "password", takes: "text", help: "A password", isSecret: true, ...password }
})

const query = (password: Partial<FormField>) =>
  makeQuery(Form, {
    ...described,
    fields: fieldsWith(password),
    run: ({ name }) =>
      Effect.succeed(fromFacts("Joined", [], { name, token: Redacted.make("canary"), at: ["x\u202E"] }))
  })

const form = (password: Partial<FormField>, report?: () => Report) =>
  makeForm(Form, {
    ...described,
    fields: fieldsWith(password),
    effect: "mails",
    done: "is joined.",
    run: () => Effect.undefined,
    ...(report === undefined ? {} : { report })
  })

test("a form that takes a secret or creates one is not a tool", () => {
  expect(formTool(pods, form({ isRequired: true }))).toEqual([])
  expect(queryTool(pods, query({ isRequired: true }))).toEqual([])
  expect(
    formTool(
      pods,
      form({}, () => fromFacts("Token", [], {}))
    )
  ).toEqual([])
})

test("a form with an optional secret is a tool without it", () => {
  const [tool] = formTool(pods, form({}))
  expect(tool).toMatchObject({
    name: "pods_join_it",
    title: "Join the pods",
    description: "Join the pods. It is shown."
  })
  expect(tool?.input.properties).toEqual({ name: { type: "string", maxLength: 20, description: "A name" } })
  expect(tool === undefined ? {} : annotations(tool)).toMatchObject({ readOnlyHint: false, idempotentHint: false })
})

test("a tool without an object has a title without spaces around it", () => {
  const found = allTools.find(({ name }) => name === "register_resend")
  expect(found?.title).toBe("Send the confirmation again")
  expect(found?.description).toMatch(/^Send the confirmation again\. /)
})

test("a query answers with data without its secrets", async () => {
  const [tool] = queryTool(pods, query({}))
  expect(tool === undefined ? {} : annotations(tool)).toMatchObject({ readOnlyHint: true, idempotentHint: true })
  const run = tool?.run({ name: "Mary" }) as Effect.Effect<unknown>
  expect(cleanValue(makeClean([]), await Effect.runPromise(run))).toEqual({
    title: "Joined",
    data: { name: "Mary", token: "<redacted>", at: ["x\uFFFD"] }
  })
})

test("only tools that change nothing more when they are called again are idempotent", () => {
  const changing = allTools.filter(({ effect }) => effect !== "read")
  const idempotent = changing.filter((tool) => annotations(tool).idempotentHint === true).map(({ name }) => name)
  expect(idempotent).toEqual(
    expect.arrayContaining(["users_deactivate", "users_delete", "calls_annotate", "clock_reset"])
  )
  for (const name of [
    "clock_day",
    "clock_toggle",
    "clock_set",
    "users_update",
    "users_provision",
    "register_enterprise",
    "snapshots_restore"
  ])
    expect(idempotent).not.toContain(name)
})

test("a tool says that it sends an e-mail if its form says so, and only then", () => {
  const forms = resources.flatMap(({ forms = [] }) => forms)
  const sending = forms.filter(({ effect, mails }) => effect === "mails" || mails !== undefined)
  for (const { mails, name } of sending) expect({ name, mails }).toEqual({ name, mails: expect.any(Function) })
  const names = new Set(sending.map(({ name }) => toolName(name)))
  for (const tool of allTools)
    expect({ name: tool.name, ...annotations(tool) }).toMatchObject({ openWorldHint: names.has(tool.name) })
  const silent = allTools.filter(({ description, name }) => names.has(name) && !description.includes("e-mail"))
  expect(silent.map(({ name }) => name)).toEqual([])
})

test("a long name is cut to the length that clients accept", () => {
  expect(toolName("on-call.groups", "x".repeat(80))).toBe(`on_call_groups_${"x".repeat(49)}`)
})

const needsSecret = ({ fields }: { readonly fields: Readonly<Record<string, FormField>> }) =>
  Object.values(fields).some(({ isRequired = false, isSecret = false }) => isRequired && isSecret)

test("each command of a resource is a tool, except for files and secrets", () => {
  const left = new Set([
    // a tool of its own; and who is logged in is for people to change
    toolName("session", "show"),
    toolName("session", "exchange"),
    toolName("session", "refresh"),
    ...resources.flatMap(({ forms = [], queries = [], name }) => [
      toolName(name, "export"),
      toolName(name, "import"),
      ...forms.filter((form) => form.report !== undefined || needsSecret(form)).map(({ name }) => toolName(name)),
      ...queries.filter(needsSecret).map(({ name }) => toolName(name))
    ])
  ])
  const ofGroups = commands.filter(({ name }) => groups.some((group) => group.name === name))
  const inGroups = ofGroups.flatMap(({ subcommands }) => subcommands.flatMap(({ commands }) => commands))
  const expected = [...commands, ...inGroups]
    .filter(({ name }) =>
      resources.some(
        (resource) =>
          resource.name === name || (resource.queries ?? []).some((query) => query.name.startsWith(`${name}.`))
      )
    )
    .flatMap(({ name, subcommands }) =>
      subcommands.flatMap(({ commands }) => commands.map((command) => toolName(name, command.name)))
    )
    .filter((name) => !left.has(name))
  expect(allTools.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
})
