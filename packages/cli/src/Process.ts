import type * as NodeServices from "@effect/platform-node/NodeServices"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as PlatformError from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

import { runMain } from "./Main.ts"
import type { Ending } from "./Main.ts"
import * as Services from "./Services.ts"

/** A failure whose message is printed already; the process exits with `code`. */
export class Exit extends Schema.TaggedError<Exit>()("Exit", { code: Schema.Int }) {
  override readonly [Runtime.errorExitCode] = this.code
  override readonly [Runtime.errorReported] = false
}

const sentence = (paragraph: string) => {
  const joined = paragraph.trim().replaceAll(/\s*\n\s*/g, " ")
  return /[.?!]$/.test(joined) ? joined : `${joined}.`
}

/** Formats a text as sentences in one line. */
export const sentences = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map(sentence)
    .join(" ")

/** Prints a failure as one sentence on standard error and ends with exit code 1; an {@link Exit} has its own code. */
export const report = (error: unknown): Effect.Effect<never, Exit> =>
  error instanceof Exit
    ? Effect.fail(error)
    : Effect.andThen(
        Console.error(sentences(error instanceof Error ? error.message : String(error))),
        Effect.fail(new Exit({ code: 1 }))
      )

// more specific than the tags of the platform
const reasons: ReadonlyMap<string, string> = new Map([
  ["EISDIR", "it is a folder. Use a file in it"],
  ["ENOTDIR", "a part of its path is a file. Check the path"],
  ["ELOOP", "its links form a loop. Use another path"],
  ["ENAMETOOLONG", "its name is too long. Use a shorter one"],
  ["ENOSPC", "the disk is full. Free some space on it"],
  ["EROFS", "the disk is read-only. Use another path"],
  ["EMFILE", "too many files are open. Raise the limit of this process"]
])

/** Explains why a file cannot be read or written, and says what to do; without a full stop. */
export const explainFileError = ({ reason }: PlatformError.PlatformError, isWrite = false): string => {
  const { cause, description } = reason
  const code = Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : undefined
  const known = reasons.get(code ?? "")
  if (known !== undefined) return known
  switch (reason._tag) {
    case "NotFound":
      return isWrite ? "its folder does not exist. Create it" : "it does not exist. Check the path"
    case "AlreadyExists":
      return "it exists already. Use another path"
    case "PermissionDenied":
      return `you may not ${isWrite ? "write" : "read"} it. Change its permissions, or use another path`
    default:
      return `it cannot be ${isWrite ? "written" : "read"} (${code ?? description ?? reason._tag}). Use another path`
  }
}

/** Runs a program as this process, with the services of Node; `teardown` and `lostOutputCode` override its exit codes. */
export const run = <E>(
  program: Effect.Effect<void, E, NodeServices.NodeServices>,
  { lostOutputCode, teardown = Runtime.defaultTeardown }: Partial<Ending> = {}
): void => runMain(Effect.provide(program, Services.layer), { lostOutputCode, teardown })
