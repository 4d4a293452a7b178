import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"

import { describe, expect, onTestFinished, test, vi } from "vitest"

import { program as file } from "../../../../../tooling/programs.ts"
import { homeless } from "../../support/command.ts"
import { bytesOf } from "../../support/frame.ts"
import { goTo, groups, narrow } from "../../support/places.ts"

const hasTmux = spawnSync("tmux", ["-V"]).status === 0

/** Starts the program in a shell in a pane. */
const inPane = () => {
  const server = `remote-assist-test-${randomUUID()}`
  const tmux = (...args: ReadonlyArray<string>) => spawnSync("tmux", ["-L", server, ...args]).stdout.toString()
  const size = ["-x", String(narrow.columns), "-y", String(narrow.rows)]
  const variables = Object.entries(homeless).map(([name, value]) => `${name}=${value}`)
  onTestFinished(() => void tmux("kill-server"))
  tmux("-f", "/dev/null", "new-session", "-d", "-s", "it", ...size, "env PS1='ready> ' sh")
  const text = () => tmux("capture-pane", "-p", "-t", "it")
  const see = (...texts: ReadonlyArray<string | RegExp>) =>
    vi.waitFor(
      () => {
        const screen = text()
        for (const each of texts) expect(screen).toMatch(each)
      },
      { timeout: 15_000, interval: 30 }
    )
  const press = async (...keys: ReadonlyArray<string>) => {
    for (const key of keys) {
      tmux("send-keys", "-t", "it", "-l", bytesOf(key))
      if (key === "esc") await new Promise((done) => setTimeout(done, 60))
    }
  }
  const begin = () =>
    press(`env ${variables.join(" ")} '${process.execPath}' ${file("apps/tui/src/main.ts")} --demo`, "enter")
  const flags = () =>
    tmux("display-message", "-p", "-t", "it", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}").trim()
  const resize = (columns: number, rows: number) =>
    tmux("resize-window", "-t", "it", "-x", String(columns), "-y", String(rows))
  return { begin, flags, press, resize, see, text }
}

describe.runIf(hasTmux)("in tmux", () => {
  const title = "each place opens by its keys at 60 columns and 15 rows, survives a resize, and the pane is restored"
  test.each(groups)(`${title}: $names`, async ({ places }) => {
    const pane = inPane()
    const { begin, flags, press, resize, see, text } = pane
    await see("ready>")
    await begin()
    await see(/Users 1 of 4/, "● live")
    expect(flags()).toMatch(/^1 1/)
    for (const place of places) {
      await goTo(pane, place)
      if (place.asks !== undefined) await press(place.asks)
      resize(90, 24)
      await see(place.shows, /remote-assist +▐EMULATOR|gu Users/)
      resize(narrow.columns, narrow.rows)
      await see(place.shows, /^▐EMULATOR us▌/m, place.fresh)
      expect(text().trimEnd().split("\n").length).toBeLessThanOrEqual(narrow.rows)
      await press(...place.leave)
    }
    await press("q")
    await see("ready>")
    await vi.waitFor(() => expect(flags()).toBe("0 0 1"), { timeout: 15_000 })
  })
})
