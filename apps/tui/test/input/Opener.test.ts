import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, test } from "vitest"

import * as Opener from "../../src/input/Opener.ts"

const desktop = { DISPLAY: ":0" }

describe("what opens an address", () => {
  test.each([
    ["linux", desktop, "xdg-open"],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, "xdg-open"],
    ["darwin", {}, "open"],
    ["win32", {}, "rundll32"]
  ] as const)("on %s with %j is %s", (platform, environment, command) => {
    expect(Result.getOrThrow(Opener.programFor(platform, environment))[0]).toBe(command)
  })

  test.each([
    ["linux", {}],
    ["darwin", { SSH_CONNECTION: "1.2.3.4 1 1.2.3.4 22" }],
    ["linux", { ...desktop, SSH_TTY: "/dev/pts/1" }]
  ] as const)("on %s with %j is nothing", (platform, environment) => {
    expect(Result.isFailure(Opener.programFor(platform, environment))).toBe(true)
  })
})

test.each(["file:///etc/passwd", "javascript:alert(1)", "recording.mp4", "", "-x", "ftp://host/a", "vscode://open"])(
  "%s is not opened",
  async (address) => {
    const opened = await Effect.runPromise(Effect.flip(Opener.make("linux", desktop).open(address)))
    expect(opened).toBe("Its address is not one of the web, and so it is not opened.")
  }
)

test("an address is passed as a single argument", () => {
  expect(Opener.addressIn("https://host/a b?c=`d`&e=$(f)")).toBe("https://host/a%20b?c=`d`&e=$(f)")
})

test("a missing program is reported by name, without the address", async () => {
  const path = process.env["PATH"]
  process.env["PATH"] = "/nowhere"
  try {
    const opened = await Effect.runPromise(Effect.flip(Opener.make("linux", desktop).open("https://host/secret")))
    expect(opened).toBe("There is no xdg-open here to open it with.")
  } finally {
    process.env["PATH"] = path
  }
})
