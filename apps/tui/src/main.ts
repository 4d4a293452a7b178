import "./memory.ts"

/** The arguments that open the screen. Others, such as a command, are parsed before anything is drawn. */
const screenArgs = /^(?:--(?:demo|no-mouse|read-only) |--(?:config|keys|profile|region|seed)[ =]\S+ )*$/

const opensScreen =
  process.stdin.isTTY &&
  process.stdout.isTTY &&
  process.env["TERM"] !== "dumb" &&
  process.env["REMOTE_ASSIST_SCREEN_READER"] === undefined &&
  screenArgs.test([...process.argv.slice(2), ""].join(" "))

/** Draws the first frame, if it opens the screen, before it loads the rest of the program. */
const start = async () => {
  const loading = opensScreen ? await import("./renderers/Loading.tsx") : undefined
  const screen = loading?.open(process.stdin, process.stdout)
  const { run } = await import("./command.ts")
  run(screen)
}

void start()
