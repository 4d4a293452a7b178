import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { Journal } from "../../tenants/journal/Journal.ts"
import * as Entries from "./entries.ts"
import { Entry } from "./JournalGroup.ts"

const encode = Schema.encodeSync(Schema.fromJsonString(Entry))

/** How many entries wait for a client that does not read; its stream ends then, and it can ask for what it missed. */
export const mostWaiting = 10_000

// a comment, which takes the head of the answer to the client before there is an entry
const greeting = ": what is over from here on\n\n"

/** The entries of a journal from here on, each when it is over, as Server-Sent Events; they end with the tenant. */
export const follow = (journal: Journal): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    Stream.callback<string>(
      (queue) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            const stop = journal.follow({
              heard: (exchange) => {
                if (Queue.offerUnsafe(queue, `data: ${encode(Entries.entry(exchange))}\n\n`)) return
                stop()
                Queue.endUnsafe(queue)
              },
              ended: () => Queue.endUnsafe(queue)
            })
            Queue.offerUnsafe(queue, greeting)
            return stop
          }),
          (stop) => Effect.sync(() => stop())
        ),
      { bufferSize: mostWaiting, strategy: "dropping" }
    ).pipe(Stream.encodeText),
    { contentType: "text/event-stream" }
  )
