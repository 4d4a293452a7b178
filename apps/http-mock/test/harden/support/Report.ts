/** The counts and the findings of an attack. */
export interface Report {
  readonly statuses: Map<number, number>
  readonly findings: Array<string>
  kills: number
  restarts: number
  /** The number of blocks of the event loop that exceeded the limit. */
  stalls: number
  /** The longest block in milliseconds. */
  longestStall: number
  /** The resident bytes of the emulator at the start, the middle and the end of the memory part. */
  readonly rss: Array<number>
}

/** The longest time for which a request may block the emulator's event loop, in milliseconds. */
export const longestBlock = 100

export const newReport = (): Report => ({
  statuses: new Map(),
  findings: [],
  kills: 0,
  restarts: 0,
  stalls: 0,
  longestStall: 0,
  rss: []
})

/** Counts a response. */
export const answered = ({ statuses }: Report, status: number): void => {
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`

/** Formats the table at the end of the long form. */
export const tableOf = ({ kills, longestStall, restarts, rss, stalls, statuses }: Report): string => {
  const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const rows: ReadonlyArray<readonly [string, string]> = [
    ["requests", String(requests)],
    ...[...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => [`  answered ${status}`, String(count)] as const),
    [`stalls over ${longestBlock} ms`, `${stalls} (longest ${Math.round(longestStall)} ms)`],
    ["kills", String(kills)],
    ["restarts", String(restarts)],
    ["RSS", rss.length === 0 ? "not measured" : rss.map(megabytes).join(" -> ")]
  ]
  return rows.map(([name, value]) => `${name.padEnd(22)}${value.padStart(12)}`).join("\n")
}
