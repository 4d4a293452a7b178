import { replaceText } from "@remote-assist/cli/Files"
import { startCommand } from "@remote-assist/cli/Process"
import { explainFileError } from "@remote-assist/core/FileError"
import { pluralize } from "@remote-assist/core/Text"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

import { importWorld, Unreadable } from "../import/importWorld.ts"
import { shellWord } from "../world/json.ts"
import { CommandError } from "./CommandError.ts"
import { readText } from "./files.ts"
import type { ImportArgs } from "./Flags.ts"

const cannotWrite = (file: string, reason: string) => new CommandError({ message: `Cannot write ${file}: ${reason}.` })

const read = (name: string) =>
  Effect.mapBoth(readText(name), {
    onFailure: (reason) => new Unreadable({ file: name, reason }),
    onSuccess: (content) => ({ name, content })
  })

const samePath = (one: string, other: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) =>
    Effect.all([files.realPath(one), files.realPath(other)]).pipe(
      Effect.map(([one, other]) => one === other),
      Effect.orElseSucceed(() => false)
    )
  )

const write = Effect.fnUntraced(function* (file: string, text: string, { files, force }: ImportArgs) {
  for (const one of files)
    if (yield* samePath(one, file)) return yield* cannotWrite(file, "it is one of the input files")
  yield* Effect.mapError(replaceText(file, text, { isNew: !force }), (error) =>
    cannotWrite(
      file,
      error.reason._tag === "AlreadyExists" ? "it exists. Use --force to overwrite it" : explainFileError(error, true)
    )
  )
})

export const importFiles = Effect.fnUntraced(function* (args: ImportArgs) {
  if (args.force && args.out === undefined)
    return yield* new CommandError({ message: "The flag --force needs --out. Add it, or remove --force." })
  const files = yield* Effect.forEach(args.files, read)
  const { notes, world } = yield* Effect.fromResult(importWorld(files, args))
  const text = `${JSON.stringify(world, undefined, 2)}\n`
  if (args.out !== undefined) yield* write(args.out, text, args)
  else yield* Console.log(text.trimEnd())
  const summary = `${pluralize(world.users?.length ?? 0, "user")} and ${pluralize(world.pods?.length ?? 0, "pod")}`
  const imported =
    args.out === undefined
      ? `The world has ${summary}.`
      : `${args.out} has ${summary}, for ${startCommand("remote-assist-mock", "mock")} --seed ${shellWord(args.out)}.`
  const changes = notes.map((note) => note.charAt(0).toLowerCase() + note.slice(1, -1)).join("; ")
  yield* Console.error(changes === "" ? imported : `${imported}\nIt differs from the lists: ${changes}.`)
})
