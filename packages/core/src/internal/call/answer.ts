import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Reflected } from "../contract/reflect.ts"
import type { Decode } from "./tolerate.ts"

/** Decodes the body of an answer with the schemas of its status; `undefined` for a status that has none. */
export interface Decoder {
  readonly isSuccess: boolean
  readonly decode: Decode
}

const decodeWith = (schemas: ReadonlyArray<Schema.Top>): Decode => {
  // oxlint-disable-next-line typescript/no-explicit-any -- the contract's codecs need no services, which Top cannot say
  const codec: any = schemas.length === 1 ? schemas[0] : Schema.Union(schemas)
  return Schema.decodeUnknownEffect<Schema.Codec<unknown>>(codec)
}

/** The decoders of an endpoint's answers by status. */
export const decoders = ({ errors, successes }: Reflected): ReadonlyMap<number, Decoder> => {
  const byStatus = new Map<number, Decoder>()
  for (const [status, schemas] of errors) byStatus.set(status, { isSuccess: false, decode: decodeWith(schemas) })
  for (const [status, schemas] of successes) byStatus.set(status, { isSuccess: true, decode: decodeWith(schemas) })
  return byStatus
}

/** The body as JSON: the text itself where it is not JSON, and `null` where it is empty. */
export const parse = (text: string): { readonly isJson: boolean; readonly body: unknown } =>
  text === ""
    ? { isJson: true, body: null }
    : Result.match(
        Result.try((): unknown => JSON.parse(text)),
        {
          onSuccess: (body) => ({ isJson: true, body }),
          onFailure: () => ({ isJson: false, body: text })
        }
      )
