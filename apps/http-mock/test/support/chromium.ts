import { execFileSync } from "node:child_process"

/** The browser of this machine; nothing where there is none. */
export const chromium = (() => {
  try {
    return execFileSync("sh", ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"])
      .toString()
      .trim()
  } catch {
    return undefined
  }
})()
