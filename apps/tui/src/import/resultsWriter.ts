import type { FileLock } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FileSystem from "effect/FileSystem"
import * as Latch from "effect/Latch"
import type * as PlatformError from "effect/PlatformError"

import { Unusable } from "./Unusable.ts"

/** Adds lines to a file that is locked. */
export interface ResultsWriter {
  /** Writes a text; it is on the disk then. */
  readonly append: (text: string) => Effect.Effect<void, Unusable>
  /** Has a text written with the next that is appended, or soon; {@link append} waits for it too. */
  readonly later: (text: string) => void
}

interface Waiting {
  readonly text: string
  /** Who waits for it. */
  readonly done?: Deferred.Deferred<void, Unusable>
}

// a flush costs as much as many lines: what nobody waits for goes along with what somebody does
const latest = "100 millis"

// a lock is lost a minute after the last sign of life at the earliest
const verifiedFor = 5000

const codeOf = (cause: unknown) =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : undefined

/** Why the system does not do it, such as `ENOSPC`. */
export const reasonOf = ({ reason }: PlatformError.PlatformError): string => codeOf(reason.cause) ?? reason._tag

const because = (path: string) => (error: FileLock.LockLost | PlatformError.PlatformError) =>
  new Unusable({
    message:
      error._tag === "LockLost"
        ? `${error.message}. Nothing more was sent: end the other import, then go on with this one.`
        : `Cannot write the results ${path} (${reasonOf(error)}). Nothing more was sent: make room there, then go on.`
  })

/** Makes what writes all that waits at once, and flushes it once; what waits is written before the scope closes. */
export const make = Effect.fnUntraced(function* (path: string, file: FileSystem.File, lease: FileLock.Lease) {
  const encoder = new TextEncoder()
  let verifiedAt = Number.NEGATIVE_INFINITY
  const verified = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    now - verifiedAt < verifiedFor
      ? Effect.void
      : Effect.map(lease.verify, () => {
          verifiedAt = now
        })
  )
  const write = (text: string) =>
    verified.pipe(
      Effect.andThen(text === "" ? Effect.void : Effect.andThen(file.writeAll(encoder.encode(text)), file.sync)),
      Effect.mapError(because(path))
    )
  let failed: Exit.Exit<void, Unusable> | undefined
  let waiting: Array<Waiting> = []
  const [some, urgent] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
  const writeAll = Effect.suspend(() => {
    const all = waiting
    waiting = []
    some.closeUnsafe()
    urgent.closeUnsafe()
    return Effect.map(
      // behind a line that is torn no other can be read
      failed === undefined ? Effect.exit(write(all.map(({ text }) => text).join(""))) : Effect.succeed(failed),
      (exit) => {
        if (Exit.isFailure(exit)) failed = exit
        for (const { done } of all) if (done !== undefined) Deferred.doneUnsafe(done, exit)
      }
    )
  })
  yield* some.await.pipe(
    Effect.andThen(Effect.timeoutOption(urgent.await, latest)),
    Effect.andThen(writeAll),
    Effect.forever,
    Effect.forkScoped
  )
  const writer: ResultsWriter = {
    append: (text) =>
      Effect.suspend(() => {
        const done = Deferred.makeUnsafe<void, Unusable>()
        waiting.push({ text, done })
        some.openUnsafe()
        urgent.openUnsafe()
        return Deferred.await(done)
      }),
    later: (text) => {
      waiting.push({ text })
      some.openUnsafe()
    }
  }
  yield* Effect.addFinalizer(() => Effect.ignore(writer.append("")))
  return writer
})
