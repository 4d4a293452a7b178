import { operationIds } from "./Operations.ts"
import type { OperationId } from "./Operations.ts"

type Type = "string" | "boolean" | "object" | "strings" | "integers"

/** The fields of the bodies of §4. A field with ? is optional. */
const bodies: { readonly [Id in OperationId]?: string } = {
  "Auth.anonymous": "display_name?: string",
  "Auth.logIn": "email: string, password: string",
  "Auth.exchange": "refresh_token: string",
  "Auth.refresh": "refresh_token: string",
  "Auth.enterprise": "email: string, password: string",
  "Auth.logInV1R1": "email: string, password: string",
  "Auth.fromUrl": "link_url: string",
  "Auth.personalAccessToken": "token: string",
  "Registration.register":
    "invitation_token?: string, user_info: object, user_info.email: string, user_info.name: string, user_info.password: string",
  "Registration.registerV1R1":
    "invitation_token?: string, user_info: object, user_info.email: string, user_info.name: string, user_info.password: string, user_info.location?: string, user_info.title?: string",
  "Registration.registerEnterprise":
    "contact_email: string, contact_name: string, enterprise_name: string, reseller_id: string",
  "Calls.annotate": "alt1_id?: string, alt2_id?: string, alt3_id?: string, extra_info?: string",
  "Invitations.personalRoom": "email: string, name: string",
  "Invitations.session": "call_id: string, contact_tokens: strings, user_token?: string",
  "EnterpriseUsers.provision": "name?: string, email: string, role?: string, send_email?: boolean, pod_ids?: integers",
  "EnterpriseUsers.update": "active?: boolean"
}

/** A value of another type. */
export const wrongValues: { readonly [Each in Type]: ReadonlyArray<unknown> } = {
  string: [3, true, null, {}, ["x"]],
  boolean: ["true", 1, null, {}],
  object: ["x", 3, null, []],
  strings: ["x", [3], null, {}],
  integers: ["1", ["1"], [1.5], null, {}]
}

export interface Field {
  readonly path: ReadonlyArray<string>
  readonly name: string
  readonly type: Type
  readonly required: boolean
}

/** The fields of the body of an operation. */
export const fieldsOf = (id: OperationId): ReadonlyArray<Field> =>
  (bodies[id] ?? "").split(", ").map((field) => {
    const [, path = "", optional, type] = /^([\w.]+)(\?)?: (\w+)$/.exec(field) ?? []
    const names = path.split(".")
    return { path: names, name: names.at(-1) ?? "", type: type as Type, required: optional === undefined }
  })

/** The body with another value at a path, or with none. */
export const changed = (body: unknown, [name = "", ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  const fields = { ...(body as Record<string, unknown>) }
  if (rest.length > 0) return { ...fields, [name]: changed(fields[name], rest, value) }
  return { ...fields, [name]: value }
}

/** The operations that take a body. */
export const withBody: ReadonlyArray<OperationId> = operationIds.filter((id) => bodies[id] !== undefined)
