import { FileLock } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import * as Schema from "effect/Schema"

import { capital } from "../text/capital.ts"
import * as Choices from "./Choices.ts"
import { remembered } from "./Journal.ts"
import type { Journal } from "./Journal.ts"
import { JournalChoices, JournalHead, JournalLine } from "./JournalLine.ts"
import * as ResultsWriter from "./resultsWriter.ts"
import { Unusable } from "./Unusable.ts"
import { Wording } from "./Wording.ts"

/** Where the results of a file are, unless told. */
export const pathOf = (file: string): string => `${file}.results.ndjson`

const unusable = (message: string) => new Unusable({ message })

const decodeHead = Schema.decodeUnknownOption(Schema.fromJsonString(JournalHead))
const decodeChoices = Schema.decodeUnknownOption(Schema.fromJsonString(JournalChoices))
const decodeLine = Schema.decodeUnknownOption(Schema.fromJsonString(JournalLine))

const textOf = (value: object) => `${JSON.stringify(value)}\n`

/** What there is to read, whole lines only: what a killed process was writing is left out. */
const contentOf = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const { away } = yield* Wording
  const stat = yield* files.stat(path).pipe(
    Effect.asSome,
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeedNone)
  )
  if (stat._tag === "None") return undefined
  if (stat.value.type !== "File") return yield* unusable(`${path} is no file, and is to hold results. ${away}`)
  const bytes = yield* files.readFile(path)
  const size = bytes.lastIndexOf(10) + 1
  return { size, isTorn: size < bytes.length, text: new TextDecoder().decode(bytes.subarray(0, size)) }
})

const cannot =
  (verb: string, path: string, { elsewhere }: Wording) =>
  (error: PlatformError.PlatformError | Unusable) =>
    error._tag === "Unusable"
      ? error
      : unusable(`Cannot ${verb} the results ${path} (${error.reason._tag}). ${capital(elsewhere)}.`)

// the file and its results may have been moved together
const nameOf = (file: string) => file.split(/[\\/]/).at(-1) ?? file

/** The lines of the results, where they are those of this file at this service. */
const linesOf = Effect.fnUntraced(function* (path: string, head: JournalHead, text: string) {
  const { away, elsewhere } = yield* Wording
  const [first = "", ...rest] = text.split("\n").slice(0, -1)
  const found = decodeHead(first)
  if (found._tag === "None") return yield* unusable(`${path} does not hold the results of an import. ${away}`)
  const { file, region, service } = found.value
  if (service !== head.service || region !== head.region)
    return yield* unusable(
      `${path} holds what was imported at ${service} (${region}), and this is ${head.service} (${head.region}). Import there, or ${elsewhere}; where that service is gone, remove the file.`
    )
  if (nameOf(file) !== nameOf(head.file))
    return yield* unusable(
      `${path} holds the results of ${nameOf(file)}, and this is ${nameOf(head.file)}. Name the file so again, or ${elsewhere}.`
    )
  const lines: Array<JournalLine> = []
  let choices = Choices.usual
  for (const [at, text] of rest.entries()) {
    const [line, chosen] = [decodeLine(text), decodeChoices(text)]
    if (line._tag === "Some") lines.push(line.value)
    else if (chosen._tag === "Some") choices = chosen.value.chosen
    else
      return yield* unusable(
        `Line ${at + 2} of ${path} cannot be read. Restore it, or remove the file: who exists already is looked up anyway.`
      )
  }
  return { lines, choices }
})

const nothing = { lines: [], choices: Choices.usual }

/** Fails where there are no results: nothing was imported that could be undone. */
export const expected = Effect.fnUntraced(function* (path: string) {
  const content = yield* Effect.mapError(contentOf(path), cannot("read", path, yield* Wording))
  if (content === undefined || content.size === 0)
    return yield* unusable(
      `There are no results ${path}: nothing was imported that could be undone. Name the file that was imported, or its results by --results.`
    )
  return undefined
})

/** Reads results, and changes nothing; of an import that has not begun there are none. */
export const peek = Effect.fnUntraced(function* (path: string, head: JournalHead) {
  const words = yield* Wording
  const content = yield* Effect.mapError(contentOf(path), cannot("read", path, words))
  const { choices, lines } =
    content === undefined || content.size === 0 ? nothing : yield* linesOf(path, head, content.text)
  const journal: Journal = {
    ...remembered(lines, choices).read,
    path,
    note: () => Effect.void,
    choose: () => Effect.void,
    noteLater: () => undefined,
    flush: Effect.void
  }
  return journal
})

const held =
  (path: string, { elsewhere }: Wording) =>
  (error: FileLock.LockHeld | PlatformError.PlatformError) =>
    unusable(
      error._tag === "LockHeld"
        ? `Another import of this file is under way: ${error.message}. Wait for its end.`
        : `Cannot write beside ${path} (${ResultsWriter.reasonOf(error)}). Make its folder one that you can write to, or ${elsewhere}.`
    )

/** Opens results to go on with them, or begins them; nobody else can until the scope closes. */
export const open = Effect.fnUntraced(function* (path: string, head: JournalHead) {
  const files = yield* FileSystem.FileSystem
  const words = yield* Wording
  const lease = yield* Effect.mapError(FileLock.hold(path), held(path, words))
  const content = yield* Effect.mapError(contentOf(path), cannot("read", path, words))
  const isNew = content === undefined || content.size === 0
  const { choices, lines } = isNew ? nothing : yield* linesOf(path, head, content.text)
  const { choose, read, remember } = remembered(lines, choices)
  const begun = Effect.gen(function* () {
    if (content?.isTorn === true) yield* files.truncate(path, content.size)
    const file = yield* files.open(path, { flag: "a", mode: 0o600 })
    return yield* ResultsWriter.make(path, file, lease)
  })
  const { append, later } = yield* Effect.mapError(begun, cannot("write", path, words))
  if (isNew) yield* append(textOf(head))
  const journal: Journal = {
    ...read,
    path,
    note: (line) => {
      remember(line)
      return append(textOf(line))
    },
    choose: (chosen) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        choose(chosen) ? append(textOf({ at: new Date(now).toISOString(), chosen })) : Effect.void
      ),
    noteLater: (line) => {
      remember(line)
      later(textOf(line))
    },
    flush: append("")
  }
  return journal
})
