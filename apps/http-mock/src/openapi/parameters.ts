import type { Operation, ParameterName } from "@remote-assist/core/Contract"
import { defaultPageSize } from "@remote-assist/core/Page"
import * as Schema from "effect/Schema"

import { fieldsOf, tidy } from "./jsonSchema.ts"

interface Detail {
  readonly description: string
  readonly example?: unknown
  readonly schema?: Readonly<Record<string, unknown>>
}

const details: { readonly [Name in ParameterName]: Detail } = {
  filter: {
    description:
      "One clause: a field, one of the operators `=`, `~=`, `>` and `|=`, and a value, as in `name~=%ann%`. Unknown fields are refused."
  },
  order: { description: "Fields to order by, joined by commas; a `-` before a field descends." },
  page: { description: "Page number; the first unless it is given." },
  page_size: {
    description: `How many entries a page holds; ${defaultPageSize} unless it is given.`,
    schema: { minimum: 1 }
  },
  call_id: { description: "Id of a call: its `session`.", example: "call_00000000-0000-4000-8000-000000000001" },
  group_id: { description: "Id of an on-call group.", example: 12 },
  user_id: { description: "Id of a user.", example: 102 },
  id: { description: "Id of a personal access token." },
  token: { description: "The token to inspect; that of the header `authorization` unless it is given." },
  resource_type: { description: "What the token has to stand for, such as `user`." },
  permission_category: { description: "The category that the token has to be of, such as `employee`." },
  permission_list: { description: "Permissions that the token has to have; repeat the parameter for each." },
  confirmation_token: { description: "The token of a confirmation e-mail." },
  email: { description: "The e-mail address of the account." }
}

const described: ReadonlyMap<string, Detail> = new Map(Object.entries(details))

const parametersIn = (place: "path" | "query", schema: Schema.Top | undefined) => {
  if (schema === undefined) return []
  // on the wire everything is text: what it stands for is the type that it decodes to
  const { properties, required } = fieldsOf(Schema.toJsonSchemaDocument(Schema.toType(schema)).schema)
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  return Object.entries(fieldsOf(tidy(properties))).map(([name, type]) => {
    const { schema, ...detail }: Partial<Detail> = described.get(name) ?? {}
    return {
      name,
      in: place,
      required: place === "path" || needed.includes(name),
      ...detail,
      schema: { ...fieldsOf(type), ...schema }
    }
  })
}

/** The parameters of an operation, in the types that they stand for. */
export const parameters = ({ params, query }: Operation) => [
  ...parametersIn("path", params),
  ...parametersIn("query", query)
]
