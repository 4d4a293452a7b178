import { describe, expect, test } from "vitest"

import { listen } from "../../support/speech.ts"

describe("the pace of announcements", () => {
  test("says the last row alone of many that are gone past at once", async () => {
    const { hear, press, spokenText } = listen({ users: 340 })
    await hear("row 1 of 340")
    await press("j".repeat(50))
    await hear("row 51 of 340")
    expect(spokenText().match(/^row /gm)?.length).toBeLessThan(5)
  })

  test("keeps nothing back for a terminal that is slow to read but the last", async () => {
    const { hear, press, spokenText, streams } = listen({ users: 340 })
    await hear("row 1 of 340")
    const write = streams.stdout.write.bind(streams.stdout)
    let isSlow = true
    streams.stdout.write = (chunk: string | Uint8Array) => write(chunk) && !isSlow
    await press("j")
    await hear("row 2 of 340")
    await press("j", "j", "j", "j")
    isSlow = false
    streams.stdout.emit("drain")
    await hear("row 6 of 340")
    expect(spokenText()).not.toMatch(/row [345] of 340/)
  })
})
