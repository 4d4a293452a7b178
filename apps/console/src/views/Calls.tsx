import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { control, dataOf, query, useChange } from "../api.ts"
import type { Data, Region } from "../api.ts"
import { DataTable } from "../components/DataTable.tsx"
import type { Column } from "../components/DataTable.tsx"
import { Details, Split } from "../components/Split.tsx"
import { Empty, Failure, Loaded, Missing } from "../components/States.tsx"
import { formatTime } from "../components/Time.tsx"
import { useRoute } from "../route.ts"

const callsQuery = (region: Region) =>
  query(["calls", region], (signal) => control.GET("/__mock/calls", { params: { query: { region } }, signal }))

type Call = Data<ReturnType<typeof callsQuery>>[number]

const columns: ReadonlyArray<Column<Call>> = [
  {
    header: "Started",
    width: "14rem",
    value: ({ started_at }) => started_at,
    cell: ({ started_at }) => formatTime(started_at)
  },
  { header: "State", width: "6rem", value: ({ state }) => state },
  { header: "From", width: "minmax(5rem, 1fr)", value: ({ from }) => from },
  { header: "To", width: "minmax(5rem, 1fr)", value: ({ group, to }) => group ?? to },
  { header: "Ending", isExtra: true, width: "6rem", value: ({ ending = "" }) => ending }
]

/** Acts in a call: by a button without more fields, or by JSON with all of them. */
const Actions = ({ call: { id, possible }, region }: { readonly call: Call; readonly region: Region }) => {
  const [text, setText] = useState("")
  const act = useChange(async (action: string) =>
    dataOf(
      control.POST("/__mock/calls/{id}/actions", {
        params: { path: { id }, query: { region } },
        body: JSON.parse(action)
      })
    )
  )
  const perform = (name: string) => {
    const action = JSON.stringify({ do: name })
    setText(action)
    act.mutate(action)
  }
  if (possible.length === 0) return <p className="muted">Nothing more can happen in this call.</p>
  return (
    <>
      <div className="bar" role="group" aria-label="Actions">
        {possible.map((name) => (
          <button key={name} type="button" disabled={act.isPending} onClick={() => perform(name)}>
            {name}
          </button>
        ))}
      </div>
      <form
        className="bar"
        onSubmit={(event) => {
          event.preventDefault()
          act.mutate(text)
        }}
      >
        <input
          aria-label="Action as JSON"
          className="wide"
          placeholder='{"do":"rate","who":"ada","rating":5}'
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit">Act</button>
      </form>
      {act.isError && <Failure error={act.error} />}
    </>
  )
}

interface CallDetailsProps {
  readonly call: Call
  readonly region: Region
  readonly onClose: () => void
}

const CallDetails = ({ call, onClose, region }: CallDetailsProps) => (
  <Details label={`Call ${call.id}`} onClose={onClose}>
    <h2>
      <bdi>{call.from}</bdi> → <bdi>{call.group ?? call.to}</bdi> <span className="tag">{call.state}</span>
    </h2>
    <p className="muted path">{call.id}</p>
    <Actions call={call} region={region} />
    <h3>Participants</h3>
    <ul>
      {call.participants.map(({ device, guest, id, name }) => (
        <li key={id}>
          <bdi>{name}</bdi> {guest && <span className="tag">guest</span>} <span className="muted">{device}</span>
        </li>
      ))}
    </ul>
    <h3>Events</h3>
    <ol>
      {call.events.map(({ at, detail, type, who }, index) => (
        <li key={index}>
          <span className="muted">{formatTime(at)}</span> {type} <bdi>{who}</bdi> <bdi>{detail}</bdi>
        </li>
      ))}
    </ol>
    {call.steps.length > 0 && (
      <>
        <h3>Steps to come</h3>
        <ol>
          {call.steps.map(({ action, at }, index) => (
            <li key={index}>
              <span className="muted">{formatTime(at)}</span> <code>{JSON.stringify(action)}</code>
            </li>
          ))}
        </ol>
      </>
    )}
  </Details>
)

const PlaceForm = ({ region }: { readonly region: Region }) => {
  const [from, setFrom] = useState("")
  const [to, setTo] = useState("")
  const { select } = useRoute()
  const place = useChange(async () => {
    const { id } = await dataOf(control.POST("/__mock/calls", { params: { query: { region } }, body: { from, to } }))
    select(id)
  })
  return (
    <>
      <form
        className="bar"
        onSubmit={(event) => {
          event.preventDefault()
          place.mutate(undefined)
        }}
      >
        <input
          aria-label="From user"
          placeholder="From, such as ada"
          required
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <input
          aria-label="To user"
          placeholder="To, such as grace"
          required
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <button type="submit">Place a call</button>
      </form>
      {place.isError && <Failure error={place.error} />}
    </>
  )
}

/** The calls that were placed or acted on in a region. */
export const Calls = ({ region }: { readonly region: Region }) => {
  const { filters, id, select } = useRoute()
  const calls = useQuery({ ...callsQuery(region), refetchInterval: 2000 })
  return (
    <>
      <PlaceForm region={region} />
      <Loaded query={calls}>
        {(all) => {
          const call = all.find((call) => call.id === id)
          return (
            <>
              <Missing what="placed call in this region" id={id} found={call} />
              {all.length === 0 ? (
                <Empty title="No placed calls in this region">
                  <p>Calls of the seed appear here when somebody acts in them.</p>
                </Empty>
              ) : (
                <Split
                  list={
                    <DataTable
                      label="Calls"
                      columns={columns}
                      rows={all}
                      rowId={({ id }) => id}
                      selected={id}
                      onSelect={select}
                      search={filters["q"] ?? ""}
                      noMatch="No call matches the search."
                    />
                  }
                  details={
                    call && <CallDetails key={call.id} call={call} region={region} onClose={() => select(undefined)} />
                  }
                />
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}
