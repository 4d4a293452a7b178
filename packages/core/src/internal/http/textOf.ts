import { collector } from "./collector.ts"
import { tooLarge } from "./tooLarge.ts"

const lengthOf = ({ headers }: Response) =>
  headers.has("content-encoding") ? undefined : Number(headers.get("content-length") ?? Number.NaN)

const readAll = (reader: ReadableStreamDefaultReader<Uint8Array>, limit: number) =>
  new Promise<string>((resolve, reject) => {
    const body = collector(limit)
    const stop = () => {
      reject(tooLarge)
      reader.cancel().catch(() => undefined)
    }
    // one promise at a time: a chain of them would keep as many as the body has parts
    const next = (): unknown =>
      reader.read().then(({ done, value }) => {
        if (done) return resolve(new TextDecoder().decode(body.bytes()))
        return body.add(value) ? next() : stop()
      }, reject)
    next()
  })

/** The body as text; rejects with {@link tooLarge} as soon as it has more bytes than the limit, and reads no more of it. */
export const textOf = (response: Response, limit: number): Promise<string> => {
  const length = lengthOf(response) ?? Number.NaN
  if (response.body === null || length <= limit) return response.text()
  if (length > limit) return response.body.cancel().then(() => Promise.reject(tooLarge))
  return readAll(response.body.getReader(), limit)
}
