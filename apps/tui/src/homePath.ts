import { homedir } from "node:os"
import { join } from "node:path"

/** A path that was typed where no shell reads it: `~` is the home folder. */
export const homePath = (typed: string): string => {
  const path = typed.trim()
  return path === "~" || /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path
}
