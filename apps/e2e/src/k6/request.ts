import * as Contract from "@remote-assist/core/Contract"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

import type { Exchange } from "../recorder/Recorder.ts"
import { decodeText } from "./decode.ts"
import { nameOf, parse } from "./json.ts"
import type { Sources } from "./Sources.ts"
import * as Text from "./Text.ts"

const own = /^(?:host|content-length|connection|accept-encoding|traceparent|tracestate|b3|user-agent|x-mock-.*)$/

const encodedIn = (text: Text.Text): Text.Text =>
  Text.isLiteral(text) ? text : [{ _tag: "Expression", code: `encodeURIComponent(${Text.codeOf(text)})` }]

const decoded = (text: string) => decodeText(text.replaceAll("+", " "))

const cut = (text: string, at: string): readonly [before: string, after: string | undefined] => {
  const index = text.indexOf(at)
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + at.length)]
}

// 02 is another text than 2
const isNumber = (text: string) => /^(?:0|[1-9]\d*)$/.test(text)

const segmentOf = (segment: string, name: string, id: number, sources: Sources): Text.Text => {
  const value = decodeText(segment)
  const number = isNumber(value) ? sources.number(Number(value), name, id) : undefined
  if (number !== undefined) return [{ _tag: "Expression", code: `encodeURIComponent(${number})` }]
  const text = name === "" ? Text.literal(value) : sources.text(value, name, id)
  return Text.isLiteral(text) ? Text.literal(segment) : encodedIn(text)
}

const pairOf = (pair: string, id: number, sources: Sources): Text.Text => {
  const [name, value = ""] = cut(pair, "=")
  const number = isNumber(value) ? sources.number(Number(value), decoded(name), id) : undefined
  if (number !== undefined) return [...Text.literal(`${name}=`), { _tag: "Expression", code: number }]
  const text = sources.text(decoded(value), decoded(name), id)
  return Text.isLiteral(text) ? Text.literal(pair) : [...Text.literal(`${name}=`), ...encodedIn(text)]
}

const joined = (texts: ReadonlyArray<Text.Text>, between: string): Text.Text =>
  texts.flatMap((text, index) => [...(index === 0 ? [] : Text.literal(between)), ...text])

/** The address of a request, below the variable of where it was sent to. */
export const addressOf = ({ id, request }: Exchange, sources: Sources): string => {
  const [base, below = ""] = cut(request.url, "/api/")
  const [path, query] = cut(`/${below}`, "?")
  const params = Contract.match(request.method, path, { anyLength: true })?.params ?? {}
  const names = new Map(Object.entries(params).map(([name, value]) => [value ?? "", name]))
  const segments = path
    .split("/")
    .map((segment) => segmentOf(segment, names.get(decodeText(segment)) ?? "", id, sources))
  const pairs =
    query === undefined
      ? []
      : [
          joined(
            query.split("&").map((pair) => pairOf(pair, id, sources)),
            "&"
          )
        ]
  return `\`\${${sources.address(base)}}/api${Text.templateOf(joined([joined(segments, "/"), ...pairs], "?"))}\``
}

/** A value as JavaScript, in which what is known when it is sent takes the place of what was recorded. */
const valueCode = (
  value: unknown,
  path: ReadonlyArray<string | number>,
  id: number,
  sources: Sources,
  beside: ReadonlyArray<unknown>
): string => {
  if (Predicate.isString(value)) return Text.codeOf(sources.text(value, nameOf(path), id, beside))
  if (Predicate.isNumber(value)) return sources.number(value, nameOf(path), id) ?? String(value)
  if (Array.isArray(value))
    return `[${value.map((element, index) => valueCode(element, [...path, index], id, sources, [])).join(", ")}]`
  if (!Predicate.isObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([name, inner]) =>
      `${JSON.stringify(name)}: ${valueCode(inner, [...path, name], id, sources, Object.values(value))}`
  )
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`
}

/** The body of a request as JavaScript: `null` where there is none. */
export const bodyOf = ({ id, request }: Exchange, sources: Sources): string =>
  request.body === undefined
    ? "null"
    : Option.match(parse(request.body), {
        onNone: () => Text.codeOf(sources.text(request.body ?? "", "body", id)),
        onSome: (value) => `JSON.stringify(${valueCode(value, [], id, sources, [])})`
      })

/** The headers of a request as JavaScript, without those that whoever sends it makes. */
export const headersOf = ({ id, request }: Exchange, sources: Sources): string => {
  const fields = Object.entries(request.headers)
    .filter(([name]) => !own.test(name))
    .map(([name, value]) => `${JSON.stringify(name)}: ${Text.codeOf(sources.text(value, name, id))}`)
  return `{ ${fields.join(", ")} }`
}
