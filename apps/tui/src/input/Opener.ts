import { spawn } from "node:child_process"

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

// none of them is a shell, which would interpret the address
const programs: Partial<Record<NodeJS.Platform, ReadonlyArray<string>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"]
}

/** Returns the program that opens addresses here, with its arguments before the address, or fails with the reason. */
export const programFor = (
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv
): Result.Result<ReadonlyArray<string>, string> => {
  const isSet = (name: string) => (environment[name] ?? "") !== ""
  if (["SSH_CONNECTION", "SSH_TTY"].some(isSet))
    return Result.fail(
      "This terminal is on another machine than its programs: no browser of yours can be opened there."
    )
  const own = programs[platform] ?? (["DISPLAY", "WAYLAND_DISPLAY"].some(isSet) ? ["xdg-open"] : undefined)
  return Result.fromNullishOr(own, () => "There is no desktop here on which a browser could be opened.")
}

/** Returns a web address, or `undefined` if it is of another kind. */
export const addressIn = (text: string): string | undefined => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** Milliseconds for a program to fail. */
const failureTimeout = 2000

/** Starts a program with an address; succeeds if it exits with 0 or continues to run. */
const start = ([command = "", ...args]: ReadonlyArray<string>, address: string) =>
  Effect.callback<void, string>((resume) => {
    const child = spawn(command, [...args, address], { detached: true, stdio: "ignore", windowsHide: true })
    child.once("error", () => resume(Effect.fail(`There is no ${command} here to open it with.`)))
    child.once("exit", (code) =>
      resume(code === 0 ? Effect.void : Effect.fail(`${command} could not open it (it ended with ${code}).`))
    )
    child.unref()
  }).pipe(Effect.timeoutOrElse({ duration: failureTimeout, orElse: () => Effect.void }))

/** Opens addresses in the browser of the user. */
export const make = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv) => ({
  /** Opens an address, or fails with a reason that does not contain the address. */
  open: Effect.fnUntraced(function* (text: string): Effect.fn.Return<void, string> {
    const address = addressIn(text)
    if (address === undefined) return yield* Effect.fail("Its address is not one of the web, and so it is not opened.")
    return yield* start(yield* Effect.fromResult(programFor(platform, environment)), address)
  })
})

export type Opener = ReturnType<typeof make>
