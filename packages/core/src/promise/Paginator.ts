import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { InvalidRequest } from "../Errors.ts"
import type { Position, Positioned } from "../Page.ts"
import { closed, effectContext, onAbort, rejection, start, validate, withCallerStack } from "./ClientRuntime.ts"
import type { CallContext, ClientRuntime, Ending } from "./ClientRuntime.ts"
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

type Entries = Stream.Stream<Positioned<unknown>, unknown>

const done: IteratorResult<unknown, undefined> = { done: true, value: undefined }

/** Iterates for one `for await`: starts when the first entry is requested, and releases everything when it ends. */
const iterate = (runtime: ClientRuntime, entries: () => Entries, call: CallContext) => {
  const { options, site } = call
  const ending: Ending = {}
  const stream = Stream.toAsyncIterableWith(Stream.suspend(entries), effectContext(runtime, options, ending))
  const iterator = stream[Symbol.asyncIterator]()
  let position: Position | undefined
  let last: Promise<unknown> = Promise.resolve()
  let ended: { readonly reason?: unknown } | undefined
  let leaveSignal: (() => void) | undefined

  const settle = () => (ended !== undefined && "reason" in ended ? Promise.reject(ended.reason) : Promise.resolve(done))
  const end = (outcome: { readonly reason?: unknown }) => {
    ended ??= outcome
    ending.reason ??= outcome.reason
    runtime.running.delete(close)
    leaveSignal?.()
    return Promise.resolve(iterator.return?.())
  }
  const close = () => void end({ reason: closed(call) })
  const listen = () => {
    runtime.running.add(close)
    return onAbort(runtime, options.signal, () => void end({ reason: options.signal?.reason }))
  }
  const step = (): Promise<IteratorResult<unknown, undefined>> => {
    const rejected = ended ?? rejection(runtime, call)
    if (rejected !== undefined) return end(rejected).then(settle)
    leaveSignal ??= listen()
    return iterator.next().then(
      (next) => {
        if (ended !== undefined) return settle()
        if (next.done === true) return end({}).then(settle)
        position = next.value.position
        return { done: false, value: toPlain(next.value.entry) }
      },
      (reason: unknown) =>
        ended === undefined ? end({}).then(() => Promise.reject(withCallerStack(reason, site))) : settle()
    )
  }
  return {
    get position() {
      return position
    },
    next: () => {
      const next = last.then(step, step)
      last = next
      return next
    },
    return: () => end({}).then(() => done)
  }
}

/** Makes a paginator; each `for await` starts at the beginning. */
export const make = (
  runtime: ClientRuntime,
  entries: () => Entries,
  call: CallContext,
  operation: string
): Paginator<unknown> => {
  const { from }: StreamOptions = call.options
  let read: { readonly position: Position | undefined } | undefined
  const collect = (limit = Number.POSITIVE_INFINITY) =>
    Effect.map(Stream.runCollect(Stream.take(entries(), limit)), (found) => {
      read = { position: found.at(-1)?.position ?? from }
      return found.map(({ entry }) => toPlain(entry))
    })
  return {
    [Symbol.asyncIterator]: () => (read = iterate(runtime, entries, call)),
    get position() {
      return read?.position ?? from
    },
    take: (count) => {
      const reason = `the count of take must be ${checks.count.expected}.`
      const invalid = call.invalid ?? (checks.count.is(count) ? undefined : new InvalidRequest({ operation, reason }))
      return make(runtime, () => Stream.take(entries(), count), { ...call, invalid }, operation)
    },
    toArray: (options = {}) =>
      new Promise((resolve, reject) => {
        const findProblems = () => checks.findProblems({ limit: checks.count }, options, "first")
        const invalid = call.invalid ?? validate(`${operation}.toArray`, findProblems)
        const rejected = rejection(runtime, { ...call, invalid })
        if (rejected !== undefined) return reject(rejected.reason)
        start(runtime, collect(options.limit), call, resolve, reject)
      })
  }
}
