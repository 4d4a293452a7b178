import { tooLarge } from "./tooLarge.ts"

const isShort = ({ headers }: Response, limit: number) =>
  !headers.has("content-encoding") && Number(headers.get("content-length") ?? Infinity) <= limit

const readAll = (reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ""
  let size = 0
  const next = (): Promise<string> =>
    reader.read().then(({ done, value }) => {
      if (done) return text + decoder.decode()
      size += value.byteLength
      if (size > limit) return reader.cancel().then(() => Promise.reject(tooLarge))
      text += decoder.decode(value, { stream: true })
      return next()
    })
  return next()
}

/** The body as text; rejects with {@link tooLarge} as soon as it has more bytes than the limit, and reads no more of it. */
export const textOf = (response: Response, limit: number): Promise<string> =>
  response.body === null || isShort(response, limit) ? response.text() : readAll(response.body.getReader(), limit)
