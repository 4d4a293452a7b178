import { components, responses } from "../../apps/http-mock/src/openapi/components.ts"
import { parameters } from "../../apps/http-mock/src/openapi/document.ts"
import { gaps } from "../../apps/http-mock/src/world/gaps/options.ts"
import { groups, operations } from "../../packages/core/src/Contract.ts"
import type { GroupName, Operation } from "../../packages/core/src/Contract.ts"
import type { ErrorForm } from "../../packages/core/src/Operation.ts"
import type { Class } from "../../packages/core/src/Retry.ts"
import { classes } from "./comments.ts"
import { fieldName, isJson, limits, reader } from "./jsonSchema.ts"
import { code, page, pagesOf, table } from "./markdown.ts"
import type { Section } from "./markdown.ts"
import { pages as errors } from "./referenceErrors.ts"
import { blocksOf, setupBlocks } from "./samples.ts"

const folder = "docs/reference/"

const source = "packages/core/src"

const kebab = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()

const { fields, type } = reader(components, (name) => `[${name}](#${name.toLowerCase()})`)

const typeText = (type: string, schema: unknown) => [type, limits(schema)].filter((text) => text !== "").join(", ")

const isPlainObject = (schema: unknown) => isJson(schema) && isJson(schema["properties"])

/** The fields of a schema, and those of the objects in it. */
const rows = (name: string, schema: unknown, prefix = ""): ReadonlyArray<ReadonlyArray<string>> =>
  fields(schema).flatMap((field): ReadonlyArray<ReadonlyArray<string>> => {
    const { items }: Readonly<Record<string, unknown>> = isJson(field.schema) ? field.schema : {}
    const [inner, suffix] = isPlainObject(items) ? [items, "[]."] : [field.schema, "."]
    const text = prefix === "" ? (classes.get(name)?.fields.get(field.name) ?? "") : ""
    const row = [fieldName({ ...field, name: prefix + field.name }), typeText(field.type, field.schema), text]
    return isPlainObject(inner) ? [row, ...rows(name, inner, `${prefix}${field.name}${suffix}`)] : [row]
  })

const bodies = Object.entries(components).filter(([name]) => !name.includes("Or"))

const unlinkedPages = pagesOf(`${folder}bodies.md`, {
  title: "Bodies",
  source,
  introduction: ["JSON of requests and answers, as the emulator sends it. A field with `?` may be absent."],
  sections: bodies.map(([name, schema]): Section => {
    const found = rows(name, schema)
    return [
      `## ${name}`,
      String(schema["description"]),
      found.length === 0 ? type(schema) : table(["field", "type", ""], found)
    ]
  })
})

/** Finds the address of a section from other pages of the folder. */
const addressIn = (pages: ReadonlyArray<readonly [string, string]>, heading: string) => {
  const [path = ""] = pages.find(([, text]) => text.includes(`\n## ${heading}\n`)) ?? []
  return `${path.slice(folder.length)}#${heading.replace(".", "").toLowerCase()}`
}

const bodyLink = (name: string) => `[${name}](${addressIn(unlinkedPages, name)})`

/** The pages with the bodies of requests and answers. */
const bodyPages = unlinkedPages.map(([path, text]): readonly [string, string] => [
  path,
  text.replaceAll(/\[(\w+)\]\(#\w+\)/g, (_, name) => bodyLink(name))
])

const retries: Readonly<Record<Class, string>> = {
  safe: "retried, as it only reads",
  idempotent: "retried, as a repetition changes nothing",
  unsafe: "not retried"
}

const hasParameter = (operation: Operation, name: string) =>
  parameters(operation).some((parameter) => parameter.name === name)

/** Expands numbers such as `3-6` and `1 and 4`. */
const numbersIn = (text: string) =>
  text.split(/,| and /).flatMap((part) => {
    const [first = 0, last = first] = part.split("-").map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })

/** Whether a gap is about an operation: by the section of the interface, or by the subject of its parameters. */
const concerns = (operation: Operation, id: string, section: string) => {
  const [, chapter = "", number = 0] = /^§([\d.]+), (\d+)/.exec(operation.section) ?? []
  const [, gapChapter, numbers] = /^([\d.]+)(?:, (.+))?$/.exec(section) ?? []
  const [subject = ""] = id.split(".")
  return (
    (gapChapter === chapter && (numbers === undefined || numbersIn(numbers).includes(Number(number)))) ||
    (["filter", "order", "page"].includes(subject) && hasParameter(operation, subject))
  )
}

const gapsOf = (operation: Operation) =>
  Object.entries(gaps)
    .filter(([id, { section }]) => concerns(operation, id, section))
    .map(([id]) => `[${code(id)}](../../apps/http-mock/GAPS.md#${id.split(".")[0]})`)

const parameterRows = (operation: Operation) =>
  parameters(operation).map(({ description = "", in: place, name, required, schema }) => [
    fieldName({ name, isRequired: required }),
    place,
    typeText(type(schema), schema),
    description
  ])

const bodyRows = ({ takes }: Operation) =>
  takes === undefined
    ? []
    : rows(takes, components[takes]).map(([name = "", type = "", text = ""]) => [name, "body", type, text])

const errorPages = errors(`${folder}errors.md`)

const errorLink = (form: ErrorForm) => {
  const name = `E${form.slice(1)}`
  return `[${name}](${addressIn(errorPages, name)})`
}

const answerRows = (operation: Operation) =>
  Object.entries(responses(operation)).map(([status, { description }]) => {
    const forms = operation.errorForms.get(Number(status))
    const body = operation.answers === undefined ? "none" : bodyLink(operation.answers)
    return [status, forms?.map(errorLink).join(" or ") ?? body, description]
  })

const operationSection = async (operation: Operation): Promise<Section> => {
  const { description, id, method, path, retry, section, summary, takesUserToken } = operation
  const takes = [...parameterRows(operation), ...bodyRows(operation)]
  const gaps = gapsOf(operation)
  const facts = [
    code(`${method} /api${path}`),
    `interface ${section}`,
    takesUserToken ? "API key and user token" : "API key",
    `${code(retry)}: ${retries[retry]}`,
    ...(hasParameter(operation, "page") ? ["paged: [`stream`](../sdk/behavior.md#lists) reads all pages"] : [])
  ]
  return [
    `## ${id}`,
    [`${summary}.`, description ?? ""].join(" ").trim(),
    facts.join(" · "),
    ...(takes.length === 0 ? [] : [table(["parameter", "in", "type", ""], takes)]),
    table(["status", "body", ""], answerRows(operation)),
    ...(gaps.length === 0 ? [] : [`Gaps: ${gaps.join(", ")}`]),
    ...(await blocksOf(operation))
  ]
}

const groupPath = (group: GroupName) => `${folder}operations-${kebab(group)}.md`

const groupPages = async ({ description, name }: (typeof groups)[number]) =>
  pagesOf(groupPath(name), {
    title: name,
    source,
    introduction: [`${description} [What the samples need](operations.md#what-the-samples-need).`],
    sections: await Promise.all(operations.filter(({ group }) => group === name).map(operationSection))
  })

const index = async (pages: ReadonlyArray<readonly [string, string]>) => {
  return page("Operations", source, [
    "Each operation is a method of the service with its name, such as `EnterpriseUsers.list`. [Bodies](bodies.md) and [errors](errors.md) have their own pages.",
    table(
      ["operation", "request", ""],
      operations.map(({ id, method, path, summary }) => [
        `[${id}](${addressIn(pages, id)})`,
        code(`${method} ${path}`),
        summary
      ])
    ),
    "## What the samples need",
    "The samples run on the default world of an emulator, which `pnpm mock` starts. `program` is the sample with Effect.",
    ...(await setupBlocks())
  ])
}

/** The pages with the operations of the contract, and with their bodies. */
export const pages = async (): Promise<ReadonlyArray<readonly [string, string]>> => {
  const ofGroups = (await Promise.all(groups.map(groupPages))).flat()
  return [[`${folder}operations.md`, await index(ofGroups)], ...ofGroups, ...bodyPages]
}
