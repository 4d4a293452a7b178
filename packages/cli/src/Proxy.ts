const split = (hosts = "") => hosts.split(/[\s,]+/).filter(Boolean)

// curl and node:http write an IPv6 address without the brackets of a URL
const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, "$1")

/** Returns the variables with which programs use no proxy for some hosts, in addition to those of the environment. */
export const exceptFor = (...hosts: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const others = ["no_proxy", "NO_PROXY"].flatMap((name) => split(process.env[name]))
  const all = (others.includes("*") ? ["*"] : [...new Set([...others, ...hosts, ...hosts.map(withoutBrackets)])]).join()
  return { no_proxy: all, NO_PROXY: all }
}

/** Makes this process, its threads and the programs that it starts use no proxy for this machine. */
export const bypassForThisMachine = (): void => {
  Object.assign(process.env, exceptFor("localhost", "127.0.0.1", "[::1]"))
}

/** Whether a status may be the answer of a proxy: it wants credentials, or cannot reach the service. */
export const isOfProxy = (status: number): boolean => [407, 502, 503, 504].includes(status)
