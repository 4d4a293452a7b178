import { homedir, userInfo } from "node:os"
import { isAbsolute, join } from "node:path"

const name = "remote-assist"

const home = () => [homedir(), userInfo().homedir].find(isAbsolute) ?? "/"

/** A folder of this program: that of the XDG variable, which is passed over unless absolute, else the usual place. */
const folder = (xdg: string, windows: string, ...usual: ReadonlyArray<string>) => {
  const { env, platform } = process
  const chosen = [env[xdg], platform === "win32" ? env[windows] : undefined].find(
    (path) => path !== undefined && isAbsolute(path)
  )
  return join(chosen ?? join(home(), ...usual), name)
}

/** Where the profiles are, and their secrets. */
export const config = (): string => folder("XDG_CONFIG_HOME", "APPDATA", ".config")

/** Where the sessions are. */
export const state = (): string => folder("XDG_STATE_HOME", "LOCALAPPDATA", ".local", "state")
