import { administratorScenario, changeState, Expect, step } from "@remote-assist/e2e"

/**
 * The picture of an on-call group is a text, while others are objects of addresses and a date. The SDK accepts both
 * forms for all pictures (interface §2.6, §2.9, §2.12).
 */
export default administratorScenario(
  function* ({ onCallGroups }) {
    const address = "https://pictures.example/hydraulics"
    const pictures = [
      `${address}.png`,
      { original: `${address}.png`, thumb: `${address}-thumb.png` },
      { timestamp: "2026-01-31T10:00:00.123456Z", url: `${address}.png` }
    ]
    yield* changeState("there is a group with each form of picture", (world) => ({
      ...world,
      onCallGroups: world.onCallGroups.slice(0, 1).flatMap((group) => pictures.map((avatar) => ({ ...group, avatar })))
    }))
    const { entries } = yield* step("the groups are listed", onCallGroups.list())
    const shown = entries.map(({ avatar }) => avatar)
    yield* Expect.equal("pictures", shown, pictures)
  },
  { needs: ["control", "world"] }
)
