import { once } from "node:events"
import { appendFileSync, mkdirSync, readFileSync, rmdirSync } from "node:fs"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

import * as FileLock from "../../src/FileLock.ts"

const [, , path = "", task = "", text = ""] = process.argv

const say = (line: string) => Effect.sync(() => process.stdout.write(`${line}\n`))

/** Waits for a line of the test. */
const signalled = Effect.promise(() => once(process.stdin, "data"))

const textOf = Effect.sync(() => readFileSync(path, "utf8"))

const late = Effect.map(FileSystem.FileSystem, (files) =>
  FileSystem.FileSystem.of({
    ...files,
    rename: (from, to) => say("renaming").pipe(Effect.andThen(signalled), Effect.andThen(files.rename(from, to)))
  })
)

const write = ({ number, replace }: FileLock.Lease) =>
  say(`held ${number}`).pipe(Effect.andThen(signalled), Effect.andThen(replace(text)))

const tasks: Record<
  string,
  Effect.Effect<unknown, { readonly _tag: string; readonly message: string }, FileSystem.FileSystem>
> = {
  write: FileLock.exclusive(path, write),
  "write late": Effect.provideServiceEffect(FileLock.exclusive(path, write), FileSystem.FileSystem, late),
  hold: Effect.scoped(Effect.flatMap(FileLock.hold(path), write)),
  turn: say("waiting").pipe(
    Effect.andThen(
      FileLock.exclusive(path, ({ number }) =>
        Effect.gen(function* () {
          mkdirSync(`${path}.inside`)
          yield* Effect.sleep("20 millis")
          appendFileSync(path, `${number}\n`)
          rmdirSync(`${path}.inside`)
        })
      )
    )
  ),
  count: FileLock.exclusive(path, ({ replace }) =>
    Effect.flatMap(textOf, (count) => replace(String(Number(count) + 1)))
  ).pipe(Effect.repeat({ times: Number(text) - 1 })),
  append: Effect.gen(function* () {
    for (let line = 0; ; line++) {
      const name = `${text}.${line}`
      const append = ({ replace }: FileLock.Lease) => Effect.flatMap(textOf, (before) => replace(`${before}${name}\n`))
      yield* FileLock.exclusive(path, append).pipe(
        Effect.andThen(say(name)),
        Effect.catchTag("LockLost", () => Effect.void)
      )
    }
  })
}

await Effect.runPromise(
  (tasks[task] ?? Effect.die(`no task ${task}`)).pipe(
    Effect.matchEffect({ onFailure: (error) => say(`${error._tag} ${error.message}`), onSuccess: () => say("done") }),
    Effect.provide(NodeFileSystem.layer)
  )
)
process.exit()
