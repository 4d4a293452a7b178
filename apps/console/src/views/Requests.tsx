import { maskNamed } from "@remote-assist/core/Secrets"
import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"

import { control, dataOf, queryClient, useChange } from "../api.ts"
import type { JournalEntry } from "../api.ts"
import { Download } from "../components/Code.tsx"
import { DataTable } from "../components/DataTable.tsx"
import type { Column } from "../components/DataTable.tsx"
import { Choice, Search } from "../components/Filters.tsx"
import { Split } from "../components/Split.tsx"
import { Empty, Loaded, Status } from "../components/States.tsx"
import { journalQuery } from "../journal.ts"
import { useRoute } from "../route.ts"
import { RequestDetails } from "./RequestDetails.tsx"

const time = (at: string) => at.slice(11, 23)

const marksOf = ({ changed, faults, handler, mails, passed }: JournalEntry) => [
  ...(changed ? ["changed"] : []),
  ...(mails.length > 0 ? ["mail"] : []),
  ...(faults.length > 0 ? ["fault"] : []),
  ...(handler === undefined ? [] : ["handler"]),
  ...(passed === true ? ["upstream"] : [])
]

const columns: ReadonlyArray<Column<JournalEntry>> = [
  { header: "#", width: "3.2rem", value: ({ id }) => id },
  { header: "Time", isExtra: true, width: "7rem", value: ({ at }) => time(at) },
  {
    header: "Status",
    width: "4.6rem",
    value: ({ status }) => status ?? 0,
    cell: (entry) => <Status {...entry} />
  },
  { header: "Method", width: "4.8rem", value: ({ method }) => method },
  { header: "Path", width: "minmax(9rem, 2fr)", value: ({ path, region }) => maskNamed(`/${region}${path}`) },
  { header: "Operation", isExtra: true, width: "minmax(7rem, 1fr)", value: ({ operation }) => operation ?? "none" },
  { header: "Reason", isExtra: true, width: "minmax(7rem, 1.5fr)", value: ({ reason = "" }) => maskNamed(reason) },
  {
    header: "Effects",
    isExtra: true,
    width: "minmax(4.5rem, 0.7fr)",
    value: (entry) => marksOf(entry).join(" "),
    cell: (entry) =>
      marksOf(entry).map((mark) => (
        <span key={mark} className="tag">
          {mark}
        </span>
      ))
  }
]

const readHar = async () => JSON.stringify(await dataOf(control.GET("/__mock/journal.har")), undefined, 2)

const statuses = { "": "All statuses", "2": "2xx", "3": "3xx", "4": "4xx", "5": "5xx" }

const effects = { "": "All effects", changed: "Changed state", mail: "Sent mails", fault: "Hit by a fault" }

const regions = { "": "Both regions", us: "US region", eu: "EU region" }

const Requests = () => {
  const { filter, filters, id, select } = useRoute()
  const journal = useQuery(journalQuery)
  const { effect = "", q = "", region = "", status = "" } = filters
  const clear = useChange(
    () => dataOf(control.DELETE("/__mock/journal")),
    () => queryClient.setQueryData(journalQuery.queryKey, [])
  )
  // the newest first
  const rows = useMemo(
    () =>
      (journal.data ?? [])
        .filter(
          (entry) =>
            (status === "" || String(entry.status).startsWith(status)) &&
            (region === "" || entry.region === region) &&
            (effect === "" || marksOf(entry).includes(effect))
        )
        .toReversed(),
    [journal.data, status, region, effect]
  )
  return (
    <>
      <div className="bar">
        <Search label="Search requests" value={q} onChange={(q) => filter({ q })} />
        <Choice label="Status" value={status} options={statuses} onChange={(status) => filter({ status })} />
        <Choice label="Region" value={region} options={regions} onChange={(region) => filter({ region })} />
        <Choice label="Effect" value={effect} options={effects} onChange={(effect) => filter({ effect })} />
        <Download label="Export as HAR" name="journal.har" text={readHar} />
        <button
          type="button"
          title="Remove all requests from the journal"
          disabled={journal.data?.length === 0}
          onClick={() => {
            if (confirm("Remove all requests from the journal, also those that the filters hide?"))
              clear.mutate(undefined)
          }}
        >
          Clear
        </button>
      </div>
      <p className="muted">The search looks at the columns of the table, not at headers and bodies.</p>
      <Loaded query={journal}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title="No requests yet">
              <p>Requests to the service appear here as they end. Send one to see its answer and changes:</p>
              <pre
                tabIndex={0}
              >{`curl ${location.origin}${location.pathname.replace("/__mock/", "")}/us/api/v1r1/enterprise/users`}</pre>
            </Empty>
          ) : (
            <Split
              list={
                <DataTable
                  label="Requests"
                  columns={columns}
                  rows={rows}
                  rowId={({ id }) => String(id)}
                  selected={id}
                  onSelect={select}
                  search={q}
                  noMatch="No request matches the filters."
                />
              }
              details={
                id !== undefined && <RequestDetails key={id} id={Number(id)} onClose={() => select(undefined)} />
              }
            />
          )
        }
      </Loaded>
    </>
  )
}

export default Requests
