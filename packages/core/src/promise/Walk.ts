import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import { positionOf } from "../internal/list/positions.ts"
import type { Position, WalkOptions } from "./CallOptions.ts"
import { closed, contextOf, onAbort, refusal, start } from "./Door.ts"
import type { Door, Made, Stop } from "./Door.ts"
import { decodeOutput } from "./Fields.ts"
import type { Fields } from "./Fields.ts"

/** A list that is walked, by `for await`. */
export interface Walk<Entry> extends AsyncIterable<Entry> {
  /** The position behind the last entry, for `from` of a later walk; before the first entry, `from` of this walk. */
  readonly position: Position | undefined
}

const done: IteratorResult<unknown, undefined> = { done: true, value: undefined }

type Next = Promise<IteratorResult<unknown, undefined>>

type Pulled = Effect.Effect<ReadonlyArray<unknown> | undefined, unknown>

/** The walk of one `for await`: begins when the first entry is asked for, and leaves nothing behind however it ends. */
class Steps implements AsyncIterator<unknown, undefined> {
  readonly #door: Door
  readonly #stream: () => Stream.Stream<unknown, unknown>
  readonly #made: Made
  readonly #answer: Fields
  readonly #scope = Scope.makeUnsafe()
  #pull: Pulled | undefined
  #ready: ReadonlyArray<unknown> = []
  #at = 0
  #last: Promise<unknown> = Promise.resolve()
  #ended: { readonly reason?: unknown } | undefined
  #stopPull: Stop | undefined
  #leaveSignal: (() => void) | undefined
  position: Position | undefined

  constructor(door: Door, stream: () => Stream.Stream<unknown, unknown>, made: Made, answer: Fields) {
    this.#door = door
    this.#stream = stream
    this.#made = made
    this.#answer = answer
  }

  readonly #close = () => this.#stop(closed(this.#made))

  readonly #stop: Stop = (reason) => {
    void this.#end({ reason })
    this.#stopPull?.(reason)
  }

  #begin() {
    const { options } = this.#made
    const context = contextOf(this.#door, options)
    this.#door.running.add(this.#close)
    this.#leaveSignal = onAbort(options.signal, () => this.#stop(options.signal?.reason))
    const pull = Effect.runSyncWith(context)(Channel.toPullScoped(Stream.toChannel(this.#stream()), this.#scope))
    return Pull.catchDone(pull, () => Effect.undefined)
  }

  #end(ended: { readonly reason?: unknown }): Promise<void> {
    if (this.#ended !== undefined) return Promise.resolve()
    this.#ended = ended
    this.#ready = []
    this.#door.running.delete(this.#close)
    this.#leaveSignal?.()
    return Effect.runPromise(Scope.close(this.#scope, Exit.void))
  }

  #fill() {
    const pull = (this.#pull ??= this.#begin())
    return new Promise<unknown>((resolve, reject) => {
      // the signal is listened to for the whole walk
      const made = { site: this.#made.site, options: {} }
      this.#stopPull = start(this.#door, pull, contextOf(this.#door, this.#made.options), made, resolve, reject)
    })
  }

  #step(): Next {
    const ended = this.#ended
    if (ended !== undefined) return "reason" in ended ? Promise.reject(ended.reason) : Promise.resolve(done)
    if (this.#at < this.#ready.length) {
      const value = this.#ready[this.#at++]
      this.position = positionOf(value)
      return Promise.resolve({ done: false, value: decodeOutput(this.#answer, value) })
    }
    const refused = refusal(this.#door, this.#made)
    if (refused !== undefined) return this.#end(refused).then(() => Promise.reject(refused.reason))
    return this.#fill().then(
      (chunk) => {
        if (!Array.isArray(chunk)) return this.#end({}).then(() => done)
        this.#ready = chunk
        this.#at = 0
        return this.#step()
      },
      (reason: unknown) => {
        const ended = this.#ended
        return ended !== undefined && !("reason" in ended) ? done : this.#end({}).then(() => Promise.reject(reason))
      }
    )
  }

  next(): Next {
    const step = this.#last.then(
      () => this.#step(),
      () => this.#step()
    )
    this.#last = step
    return step
  }

  return(): Next {
    const ending = this.#end({})
    this.#stopPull?.(undefined)
    return ending.then(() => done)
  }
}

/** A walk over the entries of a list; each `for await` begins at the start. */
export const walk = (
  door: Door,
  stream: () => Stream.Stream<unknown, unknown>,
  made: Made,
  answer: Fields
): Walk<unknown> => {
  const { from }: WalkOptions = made.options
  let steps: Steps | undefined
  return {
    [Symbol.asyncIterator]: () => (steps = new Steps(door, stream, made, answer)),
    get position() {
      return steps?.position ?? from
    }
  }
}
