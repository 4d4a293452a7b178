import { answerOf, taken } from "./Bend.ts"
import type { Bend } from "./Bend.ts"
import type { Body } from "./Bending.ts"

const contentOf = ({ base64, json, text }: Body): readonly [bytes: Uint8Array | undefined, type: string] => {
  if (json !== undefined) return [Buffer.from(JSON.stringify(json)), "application/json"]
  if (text !== undefined) return [Buffer.from(text), "text/plain; charset=utf-8"]
  return [base64 === undefined ? undefined : Buffer.from(base64, "base64"), "application/octet-stream"]
}

/** Makes what answers a whole body. */
export const compile = (body: Body): Bend => {
  const [bytes, type] = contentOf(body)
  const { contentType = type, headers, status = 200 } = body
  return (own) => taken(answerOf(own, { status, bytes, contentType, headers }))
}
