import { randomBytes } from "node:crypto"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { importWorld } from "../import/importWorld.ts"
import { Unreadable } from "../import/read/Unreadable.ts"
import { worldText } from "../import/worldText.ts"
import type { ImportGiven } from "./Flags.ts"

/** The world file of an import cannot be written. */
export class CannotWrite extends Schema.TaggedError<CannotWrite>()("CannotWrite", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot write ${this.file}: ${this.reason}.`
  }
}

// in bytes; reading takes up to twenty times as many
const most = 128 * 1024 * 1024

const read = Effect.fnUntraced(function* (name: string) {
  const files = yield* FileSystem.FileSystem
  const unreadable = (reason: string) => new Unreadable({ file: name, reason })
  const { size, type } = yield* Effect.mapError(files.stat(name), ({ reason }) =>
    unreadable(reason._tag === "NotFound" ? "there is no such file" : `it cannot be read (${reason._tag})`)
  )
  if (type !== "File") return yield* unreadable(`it is no file, but a ${type}`)
  if (Number(size) > most) return yield* unreadable(`it has more than ${most / 1024 / 1024} MiB; split it by users`)
  const bytes = yield* Effect.mapError(files.readFile(name), ({ reason }) =>
    unreadable(`it cannot be read (${reason._tag})`)
  )
  return { name, bytes }
})

const samePath = (one: string, other: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) =>
    Effect.all([files.realPath(one), files.realPath(other)]).pipe(
      Effect.map(([one, other]) => one === other),
      Effect.orElseSucceed(() => false)
    )
  )

const write = Effect.fnUntraced(function* (file: string, text: string, { files, force }: ImportGiven) {
  for (const one of files)
    if (yield* samePath(one, file)) return yield* new CannotWrite({ file, reason: "it is a file to import" })
  const system = yield* FileSystem.FileSystem
  yield* Effect.mapError(
    system.writeFileString(file, text, { flag: force ? "w" : "wx" }),
    ({ reason }) =>
      new CannotWrite({
        file,
        reason: reason._tag === "AlreadyExists" ? "it is there already; give --force to replace it" : reason._tag
      })
  )
})

const count = (many: number, one: string) => `${many} ${one}${many === 1 ? "" : "s"}`

/** A key is given, and nobody is to be replaced by it. */
export class NeedlessKey extends Schema.TaggedError<NeedlessKey>()("NeedlessKey", {}) {
  override get message() {
    return "A key is given without --anonymize, so that everybody would stay who they are. Give both, or neither."
  }
}

const keyOf = ({ key }: ImportGiven) =>
  Option.match(key, {
    onSome: Effect.succeed,
    onNone: () => {
      const made = randomBytes(16).toString("hex")
      return Effect.as(
        Console.error(`The key is ${made}: with --key ${made} the same stand for the same again. It tells who is who.`),
        Redacted.make(made)
      )
    }
  })

/** Makes a world file of files of users and pods. */
export const importFiles = Effect.fnUntraced(function* (given: ImportGiven) {
  const isKeyOnLine = process.argv.some((arg) => /^--key(=|$)/.test(arg))
  if (!given.anonymize && isKeyOnLine) return yield* new NeedlessKey()
  const files = yield* Effect.forEach(given.files, read)
  const key = given.anonymize ? yield* keyOf(given) : undefined
  const { notes, world } = yield* Effect.fromResult(
    importWorld(files, { admin: Option.getOrUndefined(given.admin), key })
  )
  const text = worldText(world)
  if (Option.isSome(given.out)) yield* write(given.out.value, text, given)
  else yield* Console.log(text.trimEnd())
  for (const note of notes) yield* Console.error(note)
  const what = `${count(world.users?.length ?? 0, "user")} and ${count(world.pods?.length ?? 0, "pod")}`
  yield* Console.error(
    Option.match(given.out, {
      onNone: () => `The world has ${what}.`,
      onSome: (file) => `${file} has ${what}. Start with it: remote-assist-mock --seed ${file}`
    })
  )
})
