import * as Predicate from "effect/Predicate"

import type { Json, Path } from "./Script.ts"
import type { Named } from "./Script.ts"
import { secretFields } from "./signatures.ts"
import { isFields, isLeaf, isList } from "./Value.ts"
import type { Value } from "./Value.ts"

const brands: Readonly<Record<string, string>> = {
  user_id: "UserId",
  group_id: "OnCallGroupId",
  pod_ids: "PodId",
  call_id: "CallId"
}

/** How the names of modules are noted while code is written. */
export type Uses = (name: string) => void

const identifier = /^[A-Za-z_$][\w$]*$/

const keyOf = (name: string) => (identifier.test(name) ? name : JSON.stringify(name))

/** JSON as TypeScript. */
export const literal = (value: Json | undefined): string => {
  if (value === undefined) return "undefined"
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`
  if (Predicate.isObject(value))
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${keyOf(name)}: ${literal(inner)}`)
      .join(", ")} }`.replace("{  }", "{}")
  return JSON.stringify(value)
}

const templateText = (text: string) => text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`)

/** A text or a secret of a name, as a field takes it. */
export const named = ({ before, constant }: Named, field: string, uses: Uses): string => {
  const isSecret = secretFields.has(field)
  if (isSecret && constant.secret) return constant.name
  if (constant.secret) uses("Redacted")
  const text = constant.secret ? `Redacted.value(${constant.name})` : constant.name
  const whole = before === "" ? text : `\`${templateText(before)}\${${text}}\``
  if (isSecret) uses("Redacted")
  return isSecret ? `Redacted.make(${whole})` : whole
}

const wrapped = (name: string, text: string, uses: Uses) => {
  uses(name)
  return `${name}.make(${text})`
}

/** What a method is given, as TypeScript: texts become what the field takes them as. */
export const argument = (value: Value<Named>, field: string, uses: Uses): string => {
  if (isLeaf(value)) return named(value, field, uses)
  if (isList(value)) return `[${value.map((item) => argument(item, field, uses)).join(", ")}]`
  if (isFields(value))
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${keyOf(name)}: ${argument(inner, name, uses)}`)
      .join(", ")} }`.replace("{  }", "{}")
  const text = JSON.stringify(value)
  if (secretFields.has(field)) return wrapped("Redacted", text, uses)
  const brand = brands[field]
  return brand === undefined ? text : wrapped(brand, text, uses)
}

// what these hold is of several shapes, or unknown
const opaque = new Set(["avatar", "admins", "users", "subpods", "body", "data", "contact", "network"])

/** A path as far as its types go; what is compared there is what stands at its end. */
export const typedPath = (path: Path): Path => {
  const end = path.findIndex((part) => Predicate.isString(part) && opaque.has(part))
  return end < 0 ? path : path.slice(0, end + 1)
}

/** What stands at a path of an answer, as TypeScript. */
export const access = (answer: string, path: Path, uses: Uses): string => {
  let mayBeAbsent = false
  return path.reduce<string>((code, part, index) => {
    const optional = mayBeAbsent ? "?." : ""
    if (part === "entry" && index === 0) {
      uses("Option")
      mayBeAbsent = true
      return `Option.getOrUndefined(${code}.entry)`
    }
    mayBeAbsent = mayBeAbsent || Predicate.isNumber(part) || index > 0
    return Predicate.isNumber(part)
      ? `${code}${optional}[${part}]`
      : identifier.test(part)
        ? `${code}${optional || "."}${part}`
        : `${code}${optional}[${JSON.stringify(part)}]`
  }, answer)
}
