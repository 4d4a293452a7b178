import { execFileSync } from "node:child_process"

/** The path of the browser, `undefined` if none is installed. */
export const chromium = (() => {
  try {
    return execFileSync("sh", ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"])
      .toString()
      .trim()
  } catch {
    return undefined
  }
})()
