import * as Effect from "effect/Effect"

import { canAsk } from "./Question.ts"
import { usage } from "./Stopped.ts"

/** Reads one line from the terminal, on which nothing of it is seen; nothing where none comes. */
const askHidden = (prompt: string): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    const { stderr, stdin } = process
    let line = ""
    const end = () => {
      stdin.off("data", read)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write("\n")
    }
    const finish = (answer: string | undefined) => {
      end()
      resume(Effect.succeed(answer))
    }
    const read = (data: Buffer) => {
      for (const key of data.toString()) {
        if (key === "\r" || key === "\n") return finish(line)
        if (key === "\u0004") return finish(line === "" ? undefined : line)
        // raw, the terminal makes no signal of it
        if (key === "\u0003") return void process.kill(process.pid, "SIGINT")
        if (key === "\u007F" || key === "\b") line = Array.from(line).slice(0, -1).join("")
        else if (key === "\u0015") line = ""
        else line += key
      }
    }
    stderr.write(prompt)
    stdin.setRawMode(true)
    stdin.on("data", read)
    stdin.resume()
    return Effect.sync(end)
  })

// a token is shorter
const mostBytes = 100_000

const input: Effect.Effect<string> = Effect.callback((resume) => {
  const chunks: Array<Buffer> = []
  let size = 0
  const { stdin } = process
  const finish = () => resume(Effect.succeed(Buffer.concat(chunks).toString()))
  stdin.on("data", (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostBytes) finish()
  })
  stdin.once("end", finish)
  stdin.once("error", finish)
  return Effect.sync(() => void stdin.pause())
})

/** Secrets by what they are called: asked for on a terminal, else a line of the standard input each; `undefined` where none is given. */
export const read = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  if (names.length === 0) return []
  const given = canAsk()
    ? yield* Effect.forEach(names, (name) => askHidden(`${name}: `))
    : process.stdin.isTTY
      ? []
      : (yield* input).split(/\r?\n/)
  return names.map((_, at) => (given[at] === undefined || given[at] === "" ? undefined : given[at]))
})

/** One secret, which has to be given. */
export const one = Effect.fnUntraced(function* (name: string) {
  const [secret] = yield* read([name])
  if (secret === undefined)
    return yield* usage(`No ${name} is given. Type it on a terminal, or send it to the standard input.`)
  return secret
})
