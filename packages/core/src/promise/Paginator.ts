import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import { InvalidRequest } from "../Errors.ts"
import type { Position, Positioned } from "../Page.ts"
import { closed, effectContext, onAbort, rejection, start } from "./ClientRuntime.ts"
import type { CallContext, ClientRuntime, Stop } from "./ClientRuntime.ts"
import * as checks from "./options.ts"
import type { StreamOptions } from "./options.ts"
import { toPlain } from "./PlainValues.ts"

/** The entries, or the pages, of a list, for `for await`. */
export interface Paginator<Entry> extends AsyncIterable<Entry> {
  /** The position after the last entry, for `from` of a later paginator; before the first entry, `from` of this one. */
  readonly position: Position | undefined
  /** Makes a paginator of the first `count` entries. */
  take(count: number): Paginator<Entry>
  /** Reads the entries to the end, or the first `limit` of them. */
  toArray(options?: ToArrayOptions): Promise<Array<Entry>>
}

/** The options of `toArray`. */
export interface ToArrayOptions {
  /** Maximum number of entries (default: all). */
  readonly limit?: number | undefined
}

const done: IteratorResult<unknown, undefined> = { done: true, value: undefined }

type Next = Promise<IteratorResult<unknown, undefined>>

type Entries = Stream.Stream<Positioned<unknown>, unknown>

type PulledEntries = Effect.Effect<ReadonlyArray<Positioned<unknown>> | undefined, unknown>

const isEntries = (chunk: unknown): chunk is ReadonlyArray<Positioned<unknown>> => Array.isArray(chunk)

/** Iterates for one `for await`: starts when the first entry is requested, and releases everything when it ends. */
class EntryIterator implements AsyncIterator<unknown, undefined> {
  readonly #runtime: ClientRuntime
  readonly #entries: () => Entries
  readonly #call: CallContext
  readonly #scope = Scope.makeUnsafe()
  #pull: PulledEntries | undefined
  #ready: ReadonlyArray<Positioned<unknown>> = []
  #at = 0
  #last: Promise<unknown> = Promise.resolve()
  #ended: { readonly reason?: unknown } | undefined
  #stopPull: Stop | undefined
  #leaveSignal: (() => void) | undefined
  position: Position | undefined

  constructor(runtime: ClientRuntime, entries: () => Entries, call: CallContext) {
    this.#runtime = runtime
    this.#entries = entries
    this.#call = call
  }

  readonly #close = () => this.#stop(closed(this.#call))

  readonly #stop: Stop = (reason) => {
    void this.#end({ reason })
    this.#stopPull?.(reason)
  }

  #begin() {
    const { options } = this.#call
    const context = effectContext(this.#runtime, options)
    this.#runtime.running.add(this.#close)
    this.#leaveSignal = onAbort(this.#runtime, options.signal, () => this.#stop(options.signal?.reason))
    const pull = Effect.runSyncWith(context)(Channel.toPullScoped(Stream.toChannel(this.#entries()), this.#scope))
    return Pull.catchDone(pull, () => Effect.undefined)
  }

  #end(ended: { readonly reason?: unknown }): Promise<void> {
    if (this.#ended !== undefined) return Promise.resolve()
    this.#ended = ended
    this.#ready = []
    this.#runtime.running.delete(this.#close)
    this.#leaveSignal?.()
    return Effect.runPromise(Scope.close(this.#scope, Exit.void))
  }

  #fill() {
    const pull = (this.#pull ??= this.#begin())
    return new Promise<unknown>((resolve, reject) => {
      // without the signal: one listener serves the whole iteration
      const call = { site: this.#call.site, options: {} }
      const context = effectContext(this.#runtime, this.#call.options)
      this.#stopPull = start(this.#runtime, pull, context, call, resolve, reject)
    })
  }

  #step(): Next {
    const ended = this.#ended
    if (ended !== undefined) return "reason" in ended ? Promise.reject(ended.reason) : Promise.resolve(done)
    const next = this.#ready[this.#at]
    if (next !== undefined) {
      this.#at += 1
      this.position = next.position
      return Promise.resolve({ done: false, value: toPlain(next.entry) })
    }
    const rejected = rejection(this.#runtime, this.#call)
    if (rejected !== undefined) return this.#end(rejected).then(() => Promise.reject(rejected.reason))
    return this.#fill().then(
      (chunk) => {
        if (!isEntries(chunk)) return this.#end({}).then(() => done)
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

const invalidCount = (method: string, name: string, count: number | undefined) =>
  count === undefined || checks.count.is(count)
    ? undefined
    : new InvalidRequest({ operation: method, reason: `${name} must be ${checks.count.expected}.` })

/** Makes a paginator; each `for await` starts at the beginning. */
export const make = (runtime: ClientRuntime, entries: () => Entries, call: CallContext): Paginator<unknown> => {
  const { from }: StreamOptions = call.options
  let read: { readonly position: Position | undefined } | undefined
  const checked = (...count: Parameters<typeof invalidCount>) => ({
    ...call,
    invalid: call.invalid ?? invalidCount(...count)
  })
  const collect = (limit = Number.POSITIVE_INFINITY) =>
    Effect.map(Stream.runCollect(Stream.take(entries(), limit)), (found) => {
      read = { position: found.at(-1)?.position ?? from }
      return found.map(({ entry }) => toPlain(entry))
    })
  return {
    [Symbol.asyncIterator]: () => (read = new EntryIterator(runtime, entries, call)),
    get position() {
      return read?.position ?? from
    },
    take: (count) => make(runtime, () => Stream.take(entries(), count), checked("take", "the count", count)),
    toArray: ({ limit } = {}) =>
      new Promise((resolve, reject) => {
        const rejected = rejection(runtime, checked("toArray", "the limit", limit))
        if (rejected !== undefined) return reject(rejected.reason)
        start(runtime, collect(limit), effectContext(runtime, call.options), call, resolve, reject)
      })
  }
}
