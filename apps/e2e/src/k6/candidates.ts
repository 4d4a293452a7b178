import * as Contract from "@remote-assist/core/Contract"
import * as Option from "effect/Option"

import { fieldsOf } from "../coverage/fields.ts"
import type { Exchange } from "../recorder/Recorder.ts"
import { decodeText } from "./decode.ts"
import { leavesOf, nameOf, parse, selectorOf } from "./json.ts"
import type { Leaf } from "./json.ts"

/** A value of an answer that later requests may send. */
export interface Candidate {
  /** The exchange whose answer has it. */
  readonly exchange: number
  /** Where it stands, as k6 takes it. */
  readonly selector: string
  /** Whether the interface shows the field: only then every service sends it. */
  readonly isDocumented: boolean
  readonly value: string | number
  readonly name: string
}

/** All that a request carries, as one text. */
export const sentIn = ({ request }: Exchange): string =>
  [decodeText(request.url), request.body ?? "", ...Object.values(request.headers)].join("\n")

const sentBefore = (exchanges: ReadonlyArray<Exchange>, value: string, exchange: number) =>
  exchanges.some((one) => one.id <= exchange && sentIn(one).includes(value))

const pathOf = (path: Leaf["path"]) =>
  path.reduce<string>((all, part) => (typeof part === "number" ? `${all}[]` : all === "" ? part : `${all}.${part}`), "")

const documentedIn = ({ operation }: Exchange) =>
  new Set(operation === undefined ? [] : fieldsOf([...Contract.byId(operation).successes.values()].flat()))

/** What answers give, each value where it comes first. */
export const candidatesOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<Candidate> => {
  const all = exchanges.flatMap((exchange) =>
    Option.match(parse(exchange.answer?.body), {
      onNone: () => [],
      onSome: (value) => {
        const documented = documentedIn(exchange)
        return leavesOf(value).map(({ path, value }) => ({
          exchange: exchange.id,
          isDocumented: path.length === 0 || documented.has(pathOf(path)),
          selector: selectorOf(path),
          value,
          name: nameOf(path)
        }))
      }
    })
  )
  return all.filter(
    ({ exchange, value }) => !sentBefore(exchanges, String(value), exchange) || typeof value === "number"
  )
}
