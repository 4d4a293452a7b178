import { EventSourceParserStream } from "eventsource-parser/stream"
import { useEffect, useState } from "react"

import { base, control, controlHeaders, query, queryClient, Refusal, refresh, refusal } from "./api.ts"
import type { JournalEntry } from "./api.ts"

export const journalQuery = query(["journal"], (signal) => control.GET("/__mock/journal", { signal }))

const maxEntries = 5000

/** Adds entries to those of a list, in the order of their ids; a newer version replaces an entry. Keeps the newest. */
export const mergeEntries = (
  entries: ReadonlyArray<JournalEntry>,
  added: ReadonlyArray<JournalEntry>
): Array<JournalEntry> => {
  const all = new Map([...entries, ...added].map((entry) => [entry.id, entry]))
  return [...all.values()].toSorted((one, other) => one.id - other.id).slice(-maxEntries)
}

/** Whether the page receives the requests as they end. */
export interface Stream {
  readonly state: "connecting" | "live" | "lost" | "closed"
  /** Why the emulator refuses the stream, as without a journal. */
  readonly refusal?: string
}

const readStream = async (
  signal: AbortSignal,
  onOpen: () => void,
  onEntry: (entry: JournalEntry) => void,
  onChange: () => void
) => {
  const response = await fetch(`${base}/__mock/journal/stream`, { headers: controlHeaders(), signal })
  if (!response.ok || response.body === null) throw refusal(response, await response.text())
  onOpen()
  // not every browser iterates streams
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onComment: onChange }))
    .getReader()
  for (let next = await events.read(); !next.done; next = await events.read()) onEntry(JSON.parse(next.value.data))
}

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

const pause = 250

/** Follows the journal: adds entries to the list as they end, and refreshes the other views. Reconnects by itself. */
export const useStream = (): Stream => {
  const [stream, setStream] = useState<Stream>({ state: "connecting" })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let waiting: Array<JournalEntry> = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      const added = waiting
      waiting = []
      // the list may not be read yet
      if (added.length > 0)
        queryClient.setQueryData<Array<JournalEntry>>(journalQuery.queryKey, (entries = []) =>
          mergeEntries(entries, added)
        )
      void refresh()
    }
    const flushSoon = () => {
      timer ??= setTimeout(flush, pause)
    }
    const follow = async () => {
      while (!signal.aborted) {
        try {
          await readStream(
            signal,
            () => {
              setStream({ state: "live" })
              // entries that ended while the stream was closed
              void queryClient.invalidateQueries()
            },
            (entry) => {
              waiting.push(entry)
              flushSoon()
            },
            flushSoon
          )
        } catch (error) {
          if (error instanceof Refusal) return setStream({ state: "closed", refusal: error.message })
        }
        if (signal.aborted) return
        setStream({ state: "lost" })
        // finds out whether the tenant was dropped
        void refresh()
        await wait(2000, signal)
      }
    }
    void follow()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [])
  return stream
}
