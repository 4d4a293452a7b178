import * as Effect from "effect/Effect"

import { Http } from "../../src/Http.ts"
import * as HttpNode from "../../src/HttpNode.ts"

// writes the status of each address by fetch and by HttpNode, or the error, then the proxy

const byHttpNode = (url: string) =>
  Effect.flatMap(Http, ({ exchange }) => exchange({ method: "GET", url, headers: {}, body: undefined }, 1000)).pipe(
    Effect.provide(HttpNode.layer),
    Effect.match({
      onSuccess: ({ status }) => status,
      onFailure: (error) =>
        process.env["SHOW_REASON"] === "1" && error._tag === "ConnectionLost" ? error.reason : "failed"
    }),
    Effect.runPromise
  )

const byFetch = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => "failed"
  )

for (const url of process.argv.slice(2))
  console.log(await byFetch(url), await byHttpNode(url), HttpNode.proxyFor(new URL(url)))
