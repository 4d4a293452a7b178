import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

import { setRecording } from "../control/upstream/Recording.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import * as Upstream from "../upstream/make.ts"
import { jsonOf, textOf } from "./driftText.ts"
import * as Folder from "./Folder.ts"
import * as Recorder from "./Recorder.ts"

// between two reports: each is worked out of all that was seen
const pause = "1 second"

/** Writes what is recorded, as it comes and when the scope ends. */
const keep = Effect.fnUntraced(function* (recorder: Recorder.Recorder, path: string) {
  const folder = yield* Folder.open(path)
  const changes = yield* Queue.sliding<void>(1)
  recorder.follow(() => Queue.offerUnsafe(changes, undefined))
  const mappings = Effect.suspend(() => Effect.forEach(recorder.changed(), folder.write, { discard: true }))
  const report = Effect.gen(function* () {
    const drift = yield* recorder.drift
    const leftOut = recorder.leftOut()
    yield* folder.write({ path: "drift.json", bytes: Buffer.from(jsonOf(drift, leftOut)) })
    yield* folder.write({ path: "drift.md", bytes: Buffer.from(textOf(drift, leftOut)) })
  })
  const all = Effect.andThen(mappings, report)
  yield* Effect.addFinalizer(() => all)
  const next = Effect.andThen(Queue.take(changes), Effect.uninterruptible(all))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(next, Effect.sleep(pause))))
}, Effect.provide(NodeFileSystem.layer))

/** Makes what passes requests on for some tenants, and records what comes back; to a folder where there is one. */
export const recording = Effect.fnUntraced(function* (
  tenants: Tenants,
  apiKeyHeader: string,
  folder: string | undefined,
  settings: Omit<Upstream.Settings, "observe">
) {
  const recorder = Recorder.make(tenants, apiKeyHeader)
  setRecording(tenants, recorder)
  if (folder !== undefined) yield* keep(recorder, folder)
  return yield* Upstream.make({ ...settings, observe: recorder.observe })
})
