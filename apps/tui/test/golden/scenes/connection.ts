import * as Wire from "../../support/wire.ts"
import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

export const connection: ReadonlyArray<Scene> = [
  scene("stale", async ({ advance, see }) => {
    await advance("2 minutes")
    await see("stale since 10:00:00")
  }),
  scene("offline", async ({ advance, press, see, wire }) => {
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("R")
    // as long as the request is tried again by itself
    for (let seconds = 0; seconds < 10; seconds++) await advance("1 second")
    await see("offline since", "✗ No connection to")
  }),
  scene(
    "read-only",
    async ({ press, see }) => {
      await press("j", "d")
      await see("is read-only")
    },
    { profile: { name: "live-eu", readOnly: "the profile live-eu is read-only" } }
  )
]
