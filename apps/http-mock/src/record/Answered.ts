import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** An answer of an operation as it is compared. */
export interface Answered {
  readonly status: number
  /** The type of the body without its parameters; empty where none is told. */
  readonly type: string
  /** What its JSON says; nothing where there is no body. */
  readonly body: unknown
  /** Whether there is a body that is no JSON. */
  readonly isOther: boolean
}

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

const decoder = new TextDecoder()

export const of = (status: number, contentType: string | undefined, bytes: Uint8Array): Answered => {
  const type = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? ""
  if (bytes.length === 0) return { status, type, body: undefined, isOther: false }
  const body = parse(decoder.decode(bytes))
  return { status, type, body: Option.getOrUndefined(body), isOther: Option.isNone(body) }
}
