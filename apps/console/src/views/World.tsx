import { Tabs } from "@base-ui/react/tabs"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { control, dataOf, query, refresh, Refusal, tenant, tenantsQuery, useChange } from "../api.ts"
import type { Data, Region } from "../api.ts"
import { Code } from "../components/Code.tsx"
import { DataTable } from "../components/DataTable.tsx"
import type { Column } from "../components/DataTable.tsx"
import { Choice, regionOf, regions, Search } from "../components/Filters.tsx"
import { JsonForm } from "../components/JsonForm.tsx"
import { Details, Split } from "../components/Split.tsx"
import { Empty, Failure, Loaded, Missing } from "../components/States.tsx"
import { useRoute, useUnsaved } from "../route.ts"
import { Calls } from "./Calls.tsx"

const readState = (signal?: AbortSignal) => control.GET("/__mock/state", { ...(signal && { signal }) })

const stateQuery = query(["state"], readState)

type State = Data<typeof stateQuery>
type World = State[Region]
type User = World["users"]["rows"][number]
type Pod = World["pods"][number]

/** Changes the world of a region in a fresh copy of the state, and puts the copy into the emulator. */
const useEdit = (region: Region, onSuccess: () => void) =>
  useChange(async (edit: (world: World) => void) => {
    const answer = await readState()
    const state = await dataOf(Promise.resolve(answer))
    try {
      edit(state[region])
      const header = { "if-match": answer.response.headers.get("etag") ?? "*" }
      return await dataOf(control.PUT("/__mock/state", { params: { header }, body: state }))
    } catch (error) {
      // shows the change of another client before the user tries again
      await refresh()
      throw error
    }
  }, onSuccess)

interface RowDetailsProps<Row extends object> {
  readonly label: string
  readonly row: Row
  readonly region: Region
  /** Finds the row in a world. */
  readonly find: (world: World) => Row | undefined
  readonly onClose: () => void
}

const RowDetails = <Row extends object>({ find, label, onClose, region, row }: RowDetailsProps<Row>) => {
  const [changes, setChanges] = useState<Readonly<Record<string, unknown>>>({})
  const [before, setBefore] = useState("")
  const edit = useEdit(region, () => setChanges({}))
  const isUnsaved = Object.keys(changes).length > 0
  useUnsaved(isUnsaved)
  const save = () =>
    edit.mutate((world) => {
      const current = find(world)
      if (current === undefined) throw new Error(`${label} no longer exists.`)
      if (JSON.stringify(current) !== JSON.stringify(row)) throw new Refusal(412, "The row changed.")
      Object.assign(current, changes)
    })
  return (
    <Details label={label} onClose={onClose}>
      <h2>
        <bdi>{label}</bdi>
      </h2>
      <p className="muted">Saving replaces the state; the changes before it can no longer be undone.</p>
      {isUnsaved && before !== JSON.stringify(row) && (
        <p className="callout warn" role="status">
          Changed meanwhile. Saving overwrites only the fields that you edited.
        </p>
      )}
      {edit.isError &&
        (edit.error instanceof Refusal && edit.error.status === 412 ? (
          <Failure error="The state changed meanwhile, so nothing was saved." onRetry={save} />
        ) : (
          <Failure error={edit.error} />
        ))}
      {edit.isSuccess && !isUnsaved && (
        <p className="callout good" role="status">
          Saved.
        </p>
      )}
      <JsonForm
        label={`Edit ${label}`}
        value={row}
        isPending={edit.isPending}
        changes={changes}
        onChange={(changed) => {
          if (!isUnsaved) setBefore(JSON.stringify(row))
          setChanges(changed)
        }}
        onSave={save}
      />
      <details>
        <summary>All fields as JSON</summary>
        <Code label={`${label} as JSON`} text={JSON.stringify(row, undefined, 2)} />
      </details>
    </Details>
  )
}

const userColumns: ReadonlyArray<Column<User>> = [
  { header: "Id", isExtra: true, width: "4rem", value: ({ entry }) => entry.id },
  { header: "Username", width: "minmax(7rem, 1fr)", value: ({ entry }) => entry.username ?? "" },
  { header: "Name", width: "minmax(8rem, 1fr)", value: ({ entry }) => entry.name ?? "" },
  { header: "E-mail", width: "minmax(10rem, 1.5fr)", value: ({ entry }) => entry.email ?? "" },
  { header: "Role", isExtra: true, width: "9rem", value: ({ entry }) => entry.role_name ?? "" },
  {
    header: "Active",
    width: "6rem",
    value: ({ entry }) => String(entry.active),
    cell: ({ entry }) => (
      <span className={entry.active ? "tag good" : "tag"}>{entry.active ? "active" : "inactive"}</span>
    )
  }
]

const podColumns: ReadonlyArray<Column<Pod>> = [
  { header: "Id", isExtra: true, width: "4rem", value: ({ id }) => id },
  { header: "Name", width: "minmax(8rem, 1fr)", value: ({ name }) => name ?? "" },
  { header: "Description", isExtra: true, width: "minmax(8rem, 2fr)", value: ({ description }) => description ?? "" },
  { header: "Users", width: "5rem", value: ({ user_count }) => user_count ?? 0 }
]

interface BoxProps {
  readonly world: World
  readonly region: Region
}

const UsersTable = ({ region, world: { users } }: BoxProps) => {
  const { filters, id, select } = useRoute()
  const user = users.rows.find(({ entry }) => String(entry.id) === id)
  const { data: tenants = [] } = useQuery(tenantsQuery)
  const total = tenants.find(({ name }) => name === tenant)?.users[region] ?? users.rows.length
  const generated = total - users.rows.length
  return (
    <>
      {generated > 0 && (
        <p className="callout">
          {generated.toLocaleString("en")} generated users that no request changed are not in the list: the exported
          state has only their seed.
        </p>
      )}
      <Missing what="user in this list" id={id} found={user} />
      {users.rows.length === 0 ? (
        <Empty title="No changed users">
          <p>A user appears here when a request changes it.</p>
        </Empty>
      ) : (
        <Split
          list={
            <DataTable
              label="Users"
              columns={userColumns}
              rows={users.rows}
              rowId={({ entry }) => String(entry.id)}
              selected={id}
              onSelect={select}
              search={filters["q"] ?? ""}
              noMatch="No user matches the search."
            />
          }
          details={
            user && (
              <RowDetails
                key={user.entry.id}
                label={`User ${user.entry.username || user.entry.id}`}
                row={user.entry}
                region={region}
                find={({ users }) => users.rows.find(({ entry }) => entry.id === user.entry.id)?.entry}
                onClose={() => select(undefined)}
              />
            )
          }
        />
      )}
    </>
  )
}

const PodsTable = ({ region, world: { pods } }: BoxProps) => {
  const { filters, id, select } = useRoute()
  const pod = pods.find((pod) => String(pod.id) === id)
  return pods.length === 0 ? (
    <Empty title="No pods in this region" />
  ) : (
    <>
      <Missing what="pod in this region" id={id} found={pod} />
      <Split
        list={
          <DataTable
            label="Pods"
            columns={podColumns}
            rows={pods}
            rowId={({ id }) => String(id)}
            selected={id}
            onSelect={select}
            search={filters["q"] ?? ""}
            noMatch="No pod matches the search."
          />
        }
        details={
          pod && (
            <RowDetails
              key={pod.id}
              label={`Pod ${pod.name}`}
              row={pod}
              region={region}
              find={({ pods }) => pods.find(({ id }) => id === pod.id)}
              onClose={() => select(undefined)}
            />
          )
        }
      />
    </>
  )
}

const boxes = { users: "Users", pods: "Pods", calls: "Calls" }

const Box = () => {
  const { filter, filters, go } = useRoute()
  const region = regionOf(filters["region"])
  const { box = "users", q = "" } = filters
  const state = useQuery({ ...stateQuery, enabled: box !== "calls" })
  return (
    <Tabs.Root
      className="tabs"
      value={box}
      onValueChange={(value) => go({ id: undefined, filters: { ...filters, box: String(value) } })}
    >
      <div className="bar">
        <Tabs.List className="tab-list" aria-label="Parts of the world" activateOnFocus>
          {Object.entries(boxes).map(([value, label]) => (
            <Tabs.Tab key={value} value={value} className="tab">
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Search label={`Search ${box}`} value={q} onChange={(q) => filter({ q })} />
        <Choice label="Region" value={region} options={regions} onChange={(region) => filter({ region })} />
      </div>
      <Tabs.Panel value="users" className="panel" tabIndex={-1}>
        <Loaded query={state}>{(state) => <UsersTable world={state[region]} region={region} />}</Loaded>
      </Tabs.Panel>
      <Tabs.Panel value="pods" className="panel" tabIndex={-1}>
        <Loaded query={state}>{(state) => <PodsTable world={state[region]} region={region} />}</Loaded>
      </Tabs.Panel>
      <Tabs.Panel value="calls" className="panel" tabIndex={-1}>
        <Calls region={region} />
      </Tabs.Panel>
    </Tabs.Root>
  )
}

export default Box
