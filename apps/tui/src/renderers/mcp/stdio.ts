import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

import * as Lines from "./lines.ts"

/**
 * The standard input and output of the process for messages alone: what is no message is answered here, as it would end the
 * server. `gone` is done once no more can come.
 */
export const make = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  const gone = yield* Deferred.make<void>()
  const encoder = new TextEncoder()
  const lines = Lines.make()
  const answer = (text: string) => Effect.ignore(Stream.run(Stream.make(`${text}\n`), stdio.stdout()))
  const stdin = stdio.stdin.pipe(
    Stream.flatMap((bytes) => Stream.fromIterable(lines.take(bytes))),
    // the last line may have no end
    Stream.concat(Stream.suspend(() => Stream.fromIterable(lines.end()))),
    Stream.mapEffect((line) =>
      "refusal" in line ? Effect.as(answer(line.refusal), "") : Effect.succeed(`${line.message}\n`)
    ),
    Stream.filter((line) => line !== ""),
    Stream.map((line) => encoder.encode(line)),
    Stream.ensuring(Deferred.succeed(gone, undefined))
  )
  return { gone, stdio: Stdio.make({ ...stdio, stdin }) }
})
