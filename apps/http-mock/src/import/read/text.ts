import * as Result from "effect/Result"

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The text of a file in UTF-8, without its byte order mark, or why it has none. */
export const textOf = (bytes: Uint8Array): Result.Result<string, string> => {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return Result.fail("it is UTF-16; save it as UTF-8")
  return Result.try({
    try: () => utf8.decode(bytes),
    catch: () => `it is not UTF-8 from line ${lineOfFault(bytes)} on`
  })
}

const newLine = 10

/** The first line that is not UTF-8. */
const lineOfFault = (bytes: Uint8Array): number => {
  let [line, start] = [1, 0]
  for (let end = bytes.indexOf(newLine); end >= 0; end = bytes.indexOf(newLine, start)) {
    if (Result.isFailure(Result.try(() => utf8.decode(bytes.subarray(start, end))))) return line
    start = end + 1
    line++
  }
  return line
}
