import * as Effect from "effect/Effect"

import { run } from "../src/Process.ts"
import { endWithInput, teardown } from "../src/Signals.ts"

const waiting = Effect.ensuring(
  Effect.never,
  Effect.sync(() => process.stdout.write("cleaned up\n"))
)

const programs: Readonly<Record<string, Effect.Effect<void>>> = {
  waits: waiting,
  "waits for input": Effect.andThen(
    Effect.sync(() => endWithInput(process.stdin.resume())),
    waiting
  ),
  "waits for a promise": Effect.promise(() => new Promise<void>(() => {})),
  "waits and cleans up forever": Effect.ensuring(Effect.never, Effect.never),
  "exits with 0": Effect.sync(() => process.exit(0)),
  "exits with 3": Effect.sync(() => process.exit(3)),
  "writes and ends": Effect.sync(() => void process.stdout.write("written\n")),
  "writes and continues": Effect.andThen(
    Effect.sync(() => process.stdout.write("written\n")),
    Effect.ensuring(
      Effect.sleep("1 hour"),
      Effect.sync(() => process.stderr.write("cleaned up\n"))
    )
  ),
  "is interrupted": Effect.andThen(
    Effect.sync(() => process.stdout.write("begun\n")),
    Effect.sleep("1 hour")
  )
}

run(programs[process.argv[2] ?? ""] ?? Effect.die("no such program"), { teardown: teardown() })
