import { useEffect, useSyncExternalStore } from "react"

/** The views by their names in the address. */
export const views = {
  requests: "Requests",
  outbox: "Outbox",
  world: "World",
  clock: "Clock",
  faults: "Faults",
  snapshots: "Snapshots",
  gaps: "Gaps",
  tenants: "Tenants"
} as const
export type ViewName = keyof typeof views

/** A place in the console: a view, the selected row and the filters. */
export interface Route {
  readonly view: ViewName
  readonly id: string | undefined
  readonly filters: Readonly<Record<string, string>>
}

const isView = (name: string | undefined): name is ViewName => name !== undefined && Object.hasOwn(views, name)

const decode = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Parses the part of an address after the `#`. Unknown views are the first one. */
export const parseRoute = (hash: string): Route => {
  const [path = "", filters = ""] = hash.replace(/^#?\/?/, "").split("?", 2)
  const [view, id] = path.split("/").map(decode)
  return {
    view: isView(view) ? view : "requests",
    id: id === "" ? undefined : id,
    filters: Object.fromEntries(new URLSearchParams(filters))
  }
}

/** Returns the name of a view that does not exist, or `undefined`. */
export const unknownView = (hash: string): string | undefined => {
  const [name = ""] = hash.replace(/^#?\/?/, "").split(/[/?]/)
  return name === "" || isView(name) ? undefined : decode(name)
}

/** Formats the part of an address with its `#`; empty filters are left out. */
export const formatRoute = ({ filters = {}, id, view }: Partial<Route> & Pick<Route, "view">): string => {
  const filled = Object.entries(filters).filter(([, value]) => value !== "")
  const parameters = new URLSearchParams(filled).toString()
  return `#/${view}${id === undefined ? "" : `/${encodeURIComponent(id)}`}${parameters === "" ? "" : `?${parameters}`}`
}

const subscribe = (listen: () => void) => {
  addEventListener("hashchange", listen)
  return () => removeEventListener("hashchange", listen)
}

const currentHash = () => location.hash

/** Goes to a place without a new entry in the history of the browser. */
const replace = (route: Route) => {
  history.replaceState(null, "", formatRoute(route))
  dispatchEvent(new HashChangeEvent("hashchange"))
}

/** The place in the address, and the functions that change its selection and filters. */
export const useRoute = () => {
  const route = parseRoute(useSyncExternalStore(subscribe, currentHash))
  return {
    ...route,
    go: (place: Pick<Route, "filters" | "id">) => replace({ ...route, ...place }),
    select: (id: string | undefined) => replace({ ...route, id }),
    filter: (filters: Readonly<Record<string, string>>) =>
      replace({ ...route, filters: { ...route.filters, ...filters } })
  }
}

/** The part of a route that has a form; a search keeps it. */
const formOf = (url: string) => {
  const { filters, id, view } = parseRoute(new URL(url).hash)
  return [view, id, filters["box"], filters["region"]].join("/")
}

/** Asks before the user leaves a form with unsaved text. */
export const useUnsaved = (isUnsaved: boolean): void =>
  useEffect(() => {
    if (!isUnsaved) return
    const controller = new AbortController()
    const { signal } = controller
    addEventListener("beforeunload", (event) => event.preventDefault(), { signal })
    // undefined in older browsers
    const { navigation }: { readonly navigation?: Navigation } = window
    navigation?.addEventListener(
      "navigate",
      (event) => {
        const { sameDocument, url } = event.destination
        if (!event.cancelable || !sameDocument || url === null || formOf(url) === formOf(location.href)) return
        if (!confirm("Leave without saving? The text that you entered will be lost.")) event.preventDefault()
      },
      { signal }
    )
    return () => controller.abort()
  }, [isUnsaved])
