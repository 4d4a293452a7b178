import * as Result from "effect/Result"
import { describe, expect, test } from "vitest"

import { chartCommands, openChart } from "../../src/commands/chartCommands.ts"
import { makeNotices } from "../../src/engine/Program.ts"
import { defaultKeys } from "../../src/keymap/Keys.ts"
import { make } from "../../src/model/Ui.ts"
import * as ChartState from "../../src/statistics/ChartState.ts"
import * as Statistics from "../../src/statistics/Statistics.ts"
import { callOf, goodCall, start } from "../statistics/calls.ts"

/** The statistics of a call, and what keys do in them. */
const opened = (events = goodCall, copy: (text: string) => Result.Result<void, string> = () => Result.void) => {
  const ui = make()
  const notices = makeNotices(() => 0)
  const state = () => ui.get().chart?.state ?? ChartState.initial(Statistics.fromEvents({}))
  const commands = new Map(Object.entries(chartCommands({ clipboard: { copy }, keys: defaultKeys, notices, ui })))
  openChart({ keys: defaultKeys, notices, ui }, "Calls", Statistics.fromEvents(events))
  return {
    press: (...keys: ReadonlyArray<string>) => {
      for (const key of keys) commands.get(defaultKeys.bindingFor(["chart"], key)?.command ?? "")?.()
    },
    state,
    seen: () => {
      const { zoom } = state()
      return zoom && zoom.to - zoom.from
    },
    ui,
    noticeText: () => notices.state.get().shown?.text
  }
}

const seconds = (cursor: number) => cursor / 1000 - start

describe("keys in the statistics of a call", () => {
  test("go from one moment to the next, to a tenth of what is seen, and to both ends", () => {
    const { press, state } = opened()
    press("right", "right", "left")
    expect(seconds(state().cursor)).toBe(5)
    press("pageDown")
    expect(seconds(state().cursor)).toBe(80)
    press("end", "right")
    expect(seconds(state().cursor)).toBe(750)
    press("home", "left")
    expect(seconds(state().cursor)).toBe(0)
  })

  test("begin with the end of a call of months, and say so", () => {
    const { press, noticeText, seen, state } = opened({
      stats: {
        participantStats: [
          {
            network: {
              bandwidth: Array.from({ length: 400 }, (_, at) => ({ video: 200, timestamp: start + 21_600 * at }))
            }
          }
        ]
      }
    })
    expect(seconds(state().cursor)).toBe(21_600 * 399)
    expect(seen()).toBe(21_600_000 * 60)
    expect(noticeText()).toBe(
      "The chart shows only the end of the call: 02-14 10:11:20 to 03-01 10:11:20 of 99 days. - zooms out."
    )
    press("-", "-", "-")
    expect(seen()).toBeUndefined()
  })

  test("zoom around the cursor, take what is seen along, and come back to all of it", () => {
    const { press, seen, state } = opened()
    press("pageDown", "pageDown", "+", "+")
    expect(seen()).toBe(187_500)
    press("end")
    expect(seconds(state().zoom?.to ?? 0)).toBe(750)
    press("-", "-")
    expect(state().zoom).toBeUndefined()
  })

  test("stop zooming out when the whole call is visible", () => {
    const { press, seen } = opened()
    press(...Array.from({ length: 40 }, () => "+"))
    expect(seen()).toBeGreaterThanOrEqual(40_000)
  })

  test("go from person to person", () => {
    const { press, state } = opened()
    press("tab")
    expect(state().person).toBe(1)
    press("tab")
    expect(state().person).toBe(0)
  })

  test("show audio, video or both, and never neither", () => {
    const { press, state } = opened()
    press("a")
    expect(state().media).toEqual({ audio: true, video: true })
    press("v", "a")
    expect(state().media).toEqual({ audio: false, video: true })
  })

  test("show numbers in place of charts, and leave", () => {
    const { press, state, ui } = opened()
    press("t")
    expect(state().asTable).toBe(true)
    press("esc")
    expect(ui.get().chart).toBeUndefined()
    press("right", "t", "y", "+")
    expect(ui.get().chart).toBeUndefined()
  })

  test("copy what is seen as CSV, in which no name is a formula", () => {
    let copied = ""
    const call = callOf({ name: '=HYPERLINK("x")', results: "gf", losses: [0, 7] })
    const { press, noticeText } = opened(call, (text) => {
      copied = text
      return Result.void
    })
    press("y")
    expect(copied.split("\r\n")).toEqual([
      "participant,time,bandwidth_video,bandwidth_audio,bandwidth_result,packet_loss_video,packet_loss_audio,packet_loss_result",
      `"'=HYPERLINK(""x"")",2026-11-21T16:11:20.000Z,200,40,good,0,0,good`,
      `"'=HYPERLINK(""x"")",2026-11-21T16:11:25.000Z,201,40,fair,7,0,fair`,
      ""
    ])
    expect(noticeText()).toBe("2 records of 1 person sent to the clipboard as CSV.")
  })

  test("say why nothing was copied, and what to do", () => {
    const long = opened(callOf({ name: "Ada", results: "g".repeat(2000) }), () =>
      Result.fail("It is too long to copy.")
    )
    long.press("y")
    expect(long.noticeText()).toBe(
      "Nothing was copied: It is too long to copy. Only the visible part is copied: + zooms in."
    )
  })
})
