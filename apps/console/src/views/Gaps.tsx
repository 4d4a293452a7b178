import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { control, dataOf, query, useChange } from "../api.ts"
import type { Gap } from "../api.ts"
import { DataTable } from "../components/DataTable.tsx"
import type { Column } from "../components/DataTable.tsx"
import { Choice, Search } from "../components/Filters.tsx"
import { Details, Split } from "../components/Split.tsx"
import { Failure, Loaded, Missing } from "../components/States.tsx"
import { formatRoute, useRoute } from "../route.ts"

const gapsQuery = query(["gaps"], (signal) => control.GET("/__mock/gaps", { signal }))

const format = (choice: unknown) => (typeof choice === "string" ? choice : JSON.stringify(choice))

const isChanged = ({ choice, first }: Gap) => JSON.stringify(choice) !== JSON.stringify(first)

const columns: ReadonlyArray<Column<Gap>> = [
  { header: "Gap", width: "minmax(12rem, 1fr)", value: ({ id }) => id },
  { header: "Section", isExtra: true, width: "6rem", value: ({ section }) => section },
  {
    header: "Choice",
    width: "minmax(10rem, 1fr)",
    value: ({ choice }) => format(choice),
    cell: (gap) => (
      <>
        {isChanged(gap) && <span className="tag warn">changed</span>} {format(gap.choice)}
      </>
    )
  },
  { header: "Requests", isExtra: true, width: "6rem", value: ({ relied }) => relied.length },
  { header: "Reason", isExtra: true, width: "minmax(12rem, 2fr)", value: ({ reason }) => reason }
]

const GapDetails = ({ gap, onClose }: { readonly gap: Gap; readonly onClose: () => void }) => {
  const { accepts, alternatives, choice, first, id, reason, relied, section, takes } = gap
  const [text, setText] = useState(format(choice))
  const path = { params: { path: { id } } }
  const choose = useChange((choice: string) => dataOf(control.PUT("/__mock/gaps/{id}", { ...path, body: { choice } })))
  const reset = useChange(
    () => dataOf(control.DELETE("/__mock/gaps/{id}", path)),
    () => setText(format(first))
  )
  return (
    <Details label={`Gap ${id}`} onClose={onClose}>
      <h2>{id}</h2>
      <p className="muted">Section {section} of the interface leaves this open.</p>
      <p>{reason}</p>
      {alternatives !== undefined && <p className="muted">Not implemented: {alternatives}.</p>}
      {accepts === undefined ? (
        <p>
          The only choice is <code>{format(choice)}</code>.
        </p>
      ) : (
        <form
          className="bar"
          onSubmit={(event) => {
            event.preventDefault()
            choose.mutate(text)
          }}
        >
          {takes?.kind === "one of" ? (
            <Choice
              label="Choice"
              value={text}
              options={Object.fromEntries(takes.options.map((option) => [option, String(option)]))}
              onChange={setText}
            />
          ) : (
            <input aria-label="Choice" value={text} onChange={({ target }) => setText(target.value)} />
          )}
          <button type="submit" className="primary" disabled={choose.isPending}>
            Choose
          </button>
          {isChanged(gap) && (
            <button type="button" disabled={reset.isPending} onClick={() => reset.mutate(undefined)}>
              Back to {format(first)}
            </button>
          )}
        </form>
      )}
      {accepts !== undefined && <p className="muted">Accepts {accepts}.</p>}
      {choose.isError && <Failure error={choose.error} />}
      {reset.isError && <Failure error={reset.error} />}
      <h3>Requests that relied on it</h3>
      {relied.length === 0 ? (
        <p className="muted">None in the journal.</p>
      ) : (
        <p className="links">
          {relied.slice(-100).map((request) => (
            <a key={request} href={formatRoute({ view: "requests", id: String(request) })}>
              #{request}
            </a>
          ))}
        </p>
      )}
    </Details>
  )
}

const shows = { "": "All gaps", changed: "Changed choices", relied: "Used by requests" }

const Gaps = () => {
  const { filter, filters, id, select } = useRoute()
  const gaps = useQuery(gapsQuery)
  const { q = "", show = "" } = filters
  return (
    <>
      <div className="bar">
        <Search label="Search gaps" value={q} onChange={(q) => filter({ q })} />
        <Choice label="Show" value={show} options={shows} onChange={(show) => filter({ show })} />
      </div>
      <p className="muted">Where the interface is silent, the emulator chooses. A choice applies to both regions.</p>
      <Loaded query={gaps}>
        {(all) => {
          const gap = all.find((gap) => gap.id === id)
          const rows = all.filter((gap) => show === "" || (show === "changed" ? isChanged(gap) : gap.relied.length > 0))
          return (
            <>
              <Missing what="gap" id={id} found={gap} />
              <Split
                list={
                  <DataTable
                    label="Gaps"
                    columns={columns}
                    rows={rows}
                    rowId={({ id }) => id}
                    selected={id}
                    onSelect={select}
                    search={q}
                    noMatch="No gap matches the filters."
                  />
                }
                details={gap && <GapDetails key={gap.id} gap={gap} onClose={() => select(undefined)} />}
              />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

export default Gaps
