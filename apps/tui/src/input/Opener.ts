import { spawn } from "node:child_process"

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { Environment } from "./Clipboard.ts"

/** A program that opens an address, with the arguments before the address. */
interface Program {
  readonly command: string
  readonly args: ReadonlyArray<string>
}

// none of them is a shell, which would interpret the address
const programs: Partial<Record<NodeJS.Platform, Program>> = {
  darwin: { command: "open", args: [] },
  win32: { command: "rundll32", args: ["url.dll,FileProtocolHandler"] }
}

const isSet = (value: string | undefined) => value !== undefined && value !== ""

/** Returns the program that opens addresses here, or fails with the reason. */
export const programFor = (platform: NodeJS.Platform, environment: Environment): Result.Result<Program, string> => {
  const { DISPLAY, SSH_CONNECTION, SSH_TTY, WAYLAND_DISPLAY } = environment
  if (isSet(SSH_CONNECTION) || isSet(SSH_TTY))
    return Result.fail(
      "This terminal is on another machine than its programs: no browser of yours can be opened there."
    )
  const own = programs[platform]
  if (own !== undefined) return Result.succeed(own)
  return isSet(DISPLAY) || isSet(WAYLAND_DISPLAY)
    ? Result.succeed({ command: "xdg-open", args: [] })
    : Result.fail("There is no desktop here on which a browser could be opened.")
}

/** Returns a web address, or `undefined` if it is of another kind. */
export const addressIn = (text: string): string | undefined => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** Milliseconds for a program to fail. */
const failureTimeout = 2000

/** Starts a program with an address; succeeds if it exits with 0 or continues to run. */
const started = ({ args, command }: Program, address: string) =>
  Effect.callback<Result.Result<void, string>>((resume) => {
    const child = spawn(command, [...args, address], {
      detached: true,
      stdio: "ignore",
      shell: false,
      windowsHide: true
    })
    const end = (result: Result.Result<void, string>) => {
      clearTimeout(timer)
      resume(Effect.succeed(result))
    }
    const timer = setTimeout(() => end(Result.succeed(undefined)), failureTimeout)
    child.once("error", () => end(Result.fail(`There is no ${command} here to open it with.`)))
    child.once("exit", (code) =>
      end(code === 0 ? Result.succeed(undefined) : Result.fail(`${command} could not open it (it ended with ${code}).`))
    )
    child.unref()
    return Effect.sync(() => clearTimeout(timer))
  })

/** Opens addresses in the browser of the user. */
export interface Opener {
  /** Opens an address, or fails with a reason that does not contain the address. */
  readonly open: (address: string) => Effect.Effect<Result.Result<void, string>>
}

export const make = (platform: NodeJS.Platform, environment: Environment): Opener => ({
  open: (text) => {
    const address = addressIn(text)
    if (address === undefined)
      return Effect.succeed(Result.fail("Its address is not one of the web, and so it is not opened."))
    return Result.match(programFor(platform, environment), {
      onSuccess: (program) => started(program, address),
      onFailure: (why) => Effect.succeed(Result.fail(why))
    })
  }
})
