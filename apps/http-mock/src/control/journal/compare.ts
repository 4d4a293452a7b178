import type { HttpServerResponse } from "effect/http/HttpServerResponse"

import * as Content from "../../wire/content.ts"
import type { RecordedAnswer } from "./RecordedAnswer.ts"
import type { Difference } from "./ReplayFile.ts"

const absent = "(absent)"

const headersOf = (
  recorded: RecordedAnswer["headers"],
  replayed: RecordedAnswer["headers"]
): ReadonlyArray<Difference> =>
  [...new Set([...Object.keys(recorded), ...Object.keys(replayed)])]
    // the socket dates what the machine's clock answers; a replay has a clock of its own
    .filter((name) => recorded[name] !== replayed[name] && (name !== "date" || name in recorded))
    .map((name) => ({
      what: `header ${name}`,
      recorded: recorded[name] ?? absent,
      replayed: replayed[name] ?? absent
    }))

const bodyOf = (recorded: Uint8Array, replayed: Uint8Array): ReadonlyArray<Difference> => {
  const length = Math.max(recorded.length, replayed.length)
  for (let at = 0; at < length; at += 1)
    if (recorded[at] !== replayed[at])
      return [
        {
          what: `body from byte ${at} on`,
          recorded: Content.of(recorded).text,
          replayed: Content.of(replayed).text
        }
      ]
  return []
}

/** Where an answer differs from the one that was recorded. */
export const compare = (recorded: RecordedAnswer, replayed: HttpServerResponse): ReadonlyArray<Difference> => [
  ...(recorded.status === replayed.status
    ? []
    : [{ what: "status", recorded: String(recorded.status), replayed: String(replayed.status) }]),
  ...headersOf(recorded.headers, replayed.headers),
  ...bodyOf(Content.bytesOf(recorded.body), Content.answerBytes(replayed))
]
