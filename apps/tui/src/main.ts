import "./memory.ts"
import { bypassForThisMachine } from "@remote-assist/cli/Proxy"

import { areOfScreen } from "./screenFlags.ts"

bypassForThisMachine()

const opensScreen =
  process.stdin.isTTY &&
  process.stdout.isTTY &&
  process.env["TERM"] !== "dumb" &&
  process.env["REMOTE_ASSIST_SCREEN_READER"] === undefined &&
  areOfScreen(process.argv.slice(2))

/** Draws the first frame, if it opens the screen, before it loads the rest of the program. */
const start = async () => {
  const loading = opensScreen ? await import("./renderers/Loading.tsx") : undefined
  const screen = loading?.open(process.stdin, process.stdout)
  const { run } = await import("./command.ts")
  run(screen)
}

void start()
