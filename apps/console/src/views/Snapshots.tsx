import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { control, dataOf, query, tenantAddress, useChange } from "../api.ts"
import { Patch } from "../components/Code.tsx"
import { Confirm } from "../components/Confirm.tsx"
import { Choice } from "../components/Filters.tsx"
import { Empty, Failure, Loaded } from "../components/States.tsx"
import { formatTime } from "../components/Time.tsx"
import { useRoute } from "../route.ts"

const snapshotsQuery = query(["snapshots"], (signal) => control.GET("/__mock/snapshots", { signal }))

const diffQuery = (from: string, to: string) =>
  query(["diff", from, to], (signal) => control.GET("/__mock/diff", { params: { query: { from, to } }, signal }))

interface NameFormProps {
  readonly label: string
  readonly placeholder: string
  readonly button: string
  readonly onSubmit: (name: string) => void
}

const NameForm = ({ button, label, onSubmit, placeholder }: NameFormProps) => {
  const [name, setName] = useState("")
  return (
    <form
      className="bar"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(name)
        setName("")
      }}
    >
      <input
        aria-label={label}
        placeholder={placeholder}
        required
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit">{button}</button>
    </form>
  )
}

const usePath = () => (name: string) => ({ params: { path: { name } } })

interface SnapshotProps {
  readonly name: string
  readonly taken_at: string
  /** The latest action of the view: only its message is shown. */
  readonly latest: string
  readonly onAct: (action: string) => void
}

const Snapshot = ({ latest, name, onAct, taken_at }: SnapshotProps) => {
  const path = usePath()(name)
  const { filter } = useRoute()
  const restore = useChange(() => dataOf(control.POST("/__mock/snapshots/{name}/restore", path)))
  const forget = useChange(() => dataOf(control.DELETE("/__mock/snapshots/{name}", path)))
  const branch = useChange(async (tenant: string) => {
    await dataOf(control.POST("/__mock/snapshots/{name}/branch", { ...path, body: { tenant } }))
    return tenant
  })
  return (
    <li>
      <div className="bar">
        <strong>{name}</strong>
        <span className="muted">{formatTime(taken_at)}</span>
        <button
          type="button"
          aria-label={`Restore ${name}`}
          onClick={() => {
            onAct(`restore ${name}`)
            restore.mutate(undefined)
          }}
        >
          Restore
        </button>
        <button
          type="button"
          aria-label={`Compare ${name} with the current state`}
          onClick={() => filter({ from: name, to: "current" })}
        >
          Compare
        </button>
        <NameForm
          label={`Tenant for a branch of ${name}`}
          placeholder="Name of a tenant"
          button="Branch"
          onSubmit={(tenant) => {
            onAct(`branch ${name}`)
            branch.mutate(tenant)
          }}
        />
        <button
          type="button"
          className="danger"
          aria-label={`Remove ${name}`}
          onClick={() => {
            onAct(`forget ${name}`)
            forget.mutate(undefined)
          }}
        >
          Remove
        </button>
      </div>
      {latest === `restore ${name}` && restore.isSuccess && (
        <p className="callout good" role="status">
          The state is that of {name} again.
        </p>
      )}
      {latest === `branch ${name}` && typeof branch.data === "string" && (
        <p className="callout good" role="status">
          The tenant {branch.data} starts from {name}. <a href={tenantAddress(branch.data)}>Open its console</a>
        </p>
      )}
      {Object.entries({ restore, forget, branch }).map(
        ([action, { error, isError }]) =>
          isError && latest === `${action} ${name}` && <Failure key={action} error={error} />
      )}
    </li>
  )
}

const Difference = ({ names }: { readonly names: ReadonlyArray<string> }) => {
  const { filter, filters } = useRoute()
  const { from = "initial", to = "current" } = filters
  const diff = useQuery(diffQuery(from, to))
  const options = Object.fromEntries(["initial", ...names, "current"].map((name) => [name, name]))
  return (
    <section>
      <h2>Differences</h2>
      <div className="bar">
        <Choice label="From" value={from} options={options} onChange={(from) => filter({ from })} />
        <span aria-hidden="true">→</span>
        <Choice label="To" value={to} options={options} onChange={(to) => filter({ to })} />
      </div>
      <Loaded query={diff}>
        {({ eu, us }) =>
          us.length + eu.length === 0 ? (
            <p className="muted">
              {from} and {to} are equal.
            </p>
          ) : (
            <>
              {us.length > 0 && <h3>US region</h3>}
              <Patch label="Differences in the US region" edits={us} />
              {eu.length > 0 && <h3>EU region</h3>}
              <Patch label="Differences in the EU region" edits={eu} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

const Snapshots = () => {
  const snapshots = useQuery(snapshotsQuery)
  const path = usePath()
  const [latest, setLatest] = useState("")
  const take = useChange((name: string) => dataOf(control.PUT("/__mock/snapshots/{name}", path(name))))
  const undo = useChange(() => dataOf(control.POST("/__mock/undo", { body: null })))
  const reset = useChange(() => dataOf(control.POST("/__mock/reset", { body: null })))
  return (
    <>
      <div className="bar">
        <NameForm
          label="Name of a new snapshot"
          placeholder="Name of a new snapshot"
          button="Take a snapshot"
          onSubmit={(name) => {
            setLatest("take")
            take.mutate(name)
          }}
        />
        <button
          type="button"
          onClick={() => {
            setLatest("undo")
            undo.mutate(undefined)
          }}
        >
          Undo the last change
        </button>
        <Confirm
          label="Reset to the initial state"
          question="Both worlds and the clock will be as at the start. Snapshots and requests stay."
          action="Reset"
          onConfirm={() => {
            setLatest("reset")
            reset.mutate(undefined)
          }}
        />
      </div>
      {Object.entries({ take, undo, reset }).map(
        ([action, { error, isError }]) => isError && latest === action && <Failure key={action} error={error} />
      )}
      {latest === "undo" && undo.isSuccess && (
        <p className="callout good" role="status">
          The last change is undone.
        </p>
      )}
      <Loaded query={snapshots}>
        {(all) => (
          <>
            {all.length === 0 ? (
              <Empty title="No snapshots yet">
                <p>A snapshot keeps the worlds of both regions and the clock. Restore it, or start a tenant from it.</p>
              </Empty>
            ) : (
              <ul className="cards">
                {all.map((one) => (
                  <Snapshot key={one.name} {...one} latest={latest} onAct={setLatest} />
                ))}
              </ul>
            )}
            <Difference names={all.map(({ name }) => name)} />
          </>
        )}
      </Loaded>
    </>
  )
}

export default Snapshots
