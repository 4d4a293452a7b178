import { useQuery } from "@tanstack/react-query"

import { clockQuery } from "../api.ts"
import { formatRoute } from "../route.ts"

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" })

/** Formats a time of the tenant's clock. */
export const formatTime = (time: string): string => `${format.format(new Date(time))} UTC`

/** Describes the pace of a clock that does not show the time of the machine; otherwise empty. */
export const formatPace = ({ machine, scale }: { readonly machine: boolean; readonly scale: number }): string =>
  machine ? "" : scale === 0 ? "stopped" : scale === 1 ? "moved" : `×${scale}`

/** The time of the tenant, with a link to its clock. */
export const Time = () => {
  const { data } = useQuery({ ...clockQuery, refetchInterval: 1000 })
  if (data === undefined) return null
  const pace = formatPace(data)
  return (
    <a className="time" href={formatRoute({ view: "clock" })} title="The time of the tenant">
      <time dateTime={data.now}>{formatTime(data.now)}</time> {pace !== "" && <span className="tag warn">{pace}</span>}
    </a>
  )
}
