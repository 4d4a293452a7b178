const split = (hosts = "") => hosts.split(/[\s,]+/).filter(Boolean)

const exceptions = () => split(process.env["no_proxy"] ?? process.env["NO_PROXY"])

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

const isException = ({ host, hostname }: URL) =>
  exceptions().some((one) => ["*", host, hostname].includes(one) || hostname.endsWith(one.replace(/^\*?\.?/, ".")))

/** Whether a status may be the answer of a proxy: it wants credentials, or cannot reach the service. */
export const isOfProxy = (status: number): boolean => [407, 502, 503, 504].includes(status)

/** Returns the origin of the proxy that this process uses for a URL, if it uses one. */
export const proxyFor = (url: URL): string | undefined => {
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY"
  const proxy = process.env[name.toLowerCase()] ?? process.env[name]
  // without this setting, programs of Node ignore the proxy
  return process.env["NODE_USE_ENV_PROXY"] !== "1" || !proxy || isException(url)
    ? undefined
    : proxy.replace(/[^/]*@/, "").replace(/\/$/, "")
}
