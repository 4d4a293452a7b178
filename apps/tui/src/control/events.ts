import * as Stream from "effect/Stream"

/** Longer than any event: what has no end of line by then is dropped. */
const longestLine = 16 * 1024 * 1024

/**
 * The data of Server-Sent Events, those together that arrive together; a comment, such as the one at the beginning, is an
 * empty group. Source: HTML standard, 9.2.6, for events of one line.
 */
export const dataOf = <E>(bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<ReadonlyArray<string>, E> =>
  bytes.pipe(
    Stream.decodeText,
    Stream.mapAccum(
      () => "",
      (rest, text) => {
        const lines = (rest + text).split(/\r?\n/)
        const left = lines.pop() ?? ""
        const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice("data:".length).trim())
        return [left.length > longestLine ? "" : left, [data]] as const
      }
    )
  )
