import type { CallEvents } from "@remote-assist/core/Calls"

/** 2026-11-21 16:11:20 UTC, in seconds. */
export const start = 1_795_277_480

const words: Readonly<Record<string, string>> = { g: "good", f: "fair", p: "poor", "?": "" }

interface Given {
  readonly name?: string | null
  /** A letter for each five seconds: good, fair, poor, no result; `-` means not measured. */
  readonly results: string
  readonly losses?: ReadonlyArray<number>
}

/** The events of a call with some people in it. */
export const callOf = (...people: ReadonlyArray<Given>): CallEvents => ({
  stats: {
    overallQuality: 3,
    participantStats: people.map(({ losses = [], name = null, results }) => {
      const points = Array.from(results).flatMap((letter, at) =>
        letter === "-" ? [] : [{ at, result: words[letter] ?? letter, timestamp: start + 5 * at }]
      )
      return {
        name,
        network: {
          avgQuality: 3,
          avgResult: "good",
          bandwidth: points.map(({ at, ...point }) => ({ ...point, audio: 40, video: 200 + (at % 3) })),
          packetLoss: points.map(({ at, ...point }) => ({ ...point, audio: 0, video: losses[at] ?? 0 }))
        }
      }
    })
  }
})

const wave = (at: number, period: number) => Math.sin((2 * Math.PI * at) / period)

/** How bad it is in a stretch of 45 seconds, 6:45 into the call: 1 at its worst. */
const depth = (at: number) => (at <= 80 || at >= 90 ? 0 : Math.sin((Math.PI * (at - 80)) / 10))

const measured = (of: (at: number) => { audio: number; video: number; result: string }) =>
  Array.from({ length: 151 }, (_, at) => ({ ...of(at), timestamp: start + 5 * at }))

const resultOf = (at: number) => (depth(at) > 0 ? "fair" : "good")

/** A call of twelve and a half minutes that was good, but for 45 seconds of one of both. */
export const goodCall: CallEvents = {
  stats: {
    overallQuality: 3,
    participantStats: [
      {
        name: "Ada Lovelace",
        isDialer: true,
        started: { deviceType: "Web", deviceVersion: "131.0", appVersion: "4.2.1", networkType: "wifi" },
        network: {
          avgQuality: 3,
          avgResult: "good",
          bandwidth: measured((at) => ({ audio: 42, video: Math.round(220 + 25 * wave(at, 40)), result: "good" })),
          packetLoss: measured((at) => ({ audio: 0, video: at % 25 === 0 ? 1 : 0, result: "good" }))
        }
      },
      {
        name: "Linus Torvalds",
        isDialer: false,
        started: { deviceType: "iPhone", deviceVersion: "17.1", appVersion: "4.2.0", networkType: "cellular" },
        network: {
          avgQuality: 2,
          avgResult: "fair",
          bandwidth: measured((at) => ({
            audio: Math.round(38 - 8 * depth(at)),
            video: Math.round((190 + 20 * wave(at, 50)) * (1 - 0.8 * depth(at))),
            result: resultOf(at)
          })),
          packetLoss: measured((at) => ({
            audio: Math.round(4 * depth(at)),
            video: Math.round(14 * depth(at)) + (at % 17 === 0 ? 1 : 0),
            result: resultOf(at)
          }))
        }
      }
    ]
  }
}
