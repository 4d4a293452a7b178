import type * as HttpServerResponse from "effect/http/HttpServerResponse"

/** Bytes as text, or as Base64 where they are no UTF-8. */
export interface Content {
  readonly text: string
  readonly encoding?: "base64"
}

// an import would read the lazy parts of the module, which costs the start
export const { isUtf8 } = process.getBuiltinModule("node:buffer")

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** What some bytes say. */
export const of = (bytes: Uint8Array): Content =>
  isUtf8(bytes) ? { text: strict.decode(bytes) } : { text: Buffer.from(bytes).toString("base64"), encoding: "base64" }

/** The bytes of an answer; none of one that is sent piece by piece. */
export const answerBytes = ({ body }: HttpServerResponse.HttpServerResponse): Uint8Array =>
  body._tag === "Uint8Array" ? body.body : new Uint8Array()
