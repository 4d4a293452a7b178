import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import type { Copy } from "../../../actions/Copy.ts"
import type { Entry } from "./Entry.ts"
import * as Whole from "./WholeEntry.ts"

/** An entry's request, with the region that it is sent to. */
const keptOf = Effect.fnUntraced(function* ({ id }: Entry) {
  const request = yield* Effect.flatMap(Whole.read(id), Whole.keptOf)
  return { request, region: yield* Region.Region }
})

const curl: Copy<Entry> = {
  name: "journal.copyCurl",
  keys: ["y"],
  label: "copy curl",
  what: "The line for curl",
  text: Effect.fnUntraced(function* (entry) {
    const { region, request } = yield* keptOf(entry)
    const { of } = yield* Effect.promise(() => import("../../../requests/curl.ts"))
    return of(request, region)
  })
}

export const copies: ReadonlyArray<Copy<Entry>> = [curl]
