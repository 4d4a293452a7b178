import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { escaped } from "../visible.ts"

/** How values are written that are no plain JSON. */
export interface Writing {
  /** What is `Redacted`. */
  readonly secret: (name: string) => string
  /** A number or text of a field, such as an id; nothing where it is written as it is. */
  readonly field: (name: string, plain: string, value: unknown) => string | undefined
}

const widest = 100

const plainName = /^[a-z_]\w*$/i

const keyOf = (name: string) =>
  name === "__proto__" ? '["__proto__"]' : plainName.test(name) ? name : escaped(JSON.stringify(name))

const block = (open: string, items: ReadonlyArray<string>, close: string, indent: string) => {
  const space = open === "{" ? " " : ""
  const line = `${open}${space}${items.join(", ")}${space}${close}`
  if (items.length === 0) return open + close
  if (indent.length + line.length <= widest && !line.includes("\n")) return line
  return `${open}\n${items.map((item) => `${indent}  ${item}`).join(",\n")}\n${indent}${close}`
}

/** An object of fields that are written already; nothing where there are none. */
export const object = (fields: ReadonlyArray<string>, indent = ""): ReadonlyArray<string> =>
  fields.length === 0 ? [] : [block("{", fields, "}", indent)]

/** A value as a program writes it; `name` is that of its field. */
export const of = (value: unknown, name: string, writing: Writing, indent = ""): string => {
  if (Redacted.isRedacted(value)) return writing.secret(name)
  if (Array.isArray(value))
    return block(
      "[",
      value.map((item) => of(item, name, writing, `${indent}  `)),
      "]",
      indent
    )
  if (Predicate.isObject(value))
    return block(
      "{",
      Object.entries(value).map(([key, item]) => `${keyOf(key)}: ${of(item, key, writing, `${indent}  `)}`),
      "}",
      indent
    )
  const plain = escaped(JSON.stringify(value) ?? "undefined")
  return writing.field(name, plain, value) ?? plain
}
