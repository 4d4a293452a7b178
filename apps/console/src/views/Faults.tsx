import { Switch } from "@base-ui/react/switch"
import { pluralize } from "@remote-assist/core/Text"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { control, dataOf, faultsQuery, query, useChange } from "../api.ts"
import type { Data, Fault } from "../api.ts"
import { Code } from "../components/Code.tsx"
import { Choice, Search } from "../components/Filters.tsx"
import { Empty, Failure, Loaded, Missing } from "../components/States.tsx"
import { formatTime } from "../components/Time.tsx"
import { formatRoute, useRoute } from "../route.ts"
import { RateLimits } from "./RateLimits.tsx"

type FaultEntry = Data<typeof faultsQuery>[number]

const evidenceQuery = query(["evidence"], (signal) => control.GET("/__mock/evidence", { signal }))

type Effect = Pick<Fault, "does" | "latency">

/** Effects of the control plane with their defaults, each as a switch. */
const switches: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  "Errors of the service": {
    "Answers 500": { does: { kind: "status", status: 500 } },
    "Answers 503": { does: { kind: "status", status: 503 } },
    "The token has expired": { does: { kind: "expired" } },
    "Answers 429": { does: { kind: "rateLimit", retryAfter: 5 } },
    "The error page of a proxy": { does: { kind: "html" } }
  },
  "Errors of the network": {
    "Waits for two seconds": { latency: { fixed: 2000 } },
    "Resets the connection": { does: { kind: "reset" } },
    "Closes in the middle of the body": { does: { kind: "truncate" } },
    "Sends the body slowly": { does: { kind: "slow" } },
    "Cuts the JSON off": { does: { kind: "malformed" } },
    "JSON of another shape": { does: { kind: "malformed", shape: "other" } }
  },
  "Bent answers": {
    "No optional fields": { does: { kind: "worst", absent: true } },
    "Empty lists": { does: { kind: "worst", empty: true } },
    Nulls: { does: { kind: "worst", null: true } },
    "Long texts": { does: { kind: "worst", long: true } },
    "Extreme numbers": { does: { kind: "worst", extreme: true } },
    "Rare types": { does: { kind: "worst", rare: true } }
  }
}

const labels = Object.entries(switches).flatMap(([title, effects]) =>
  Object.keys(effects).map((label) => `${title} ${label}`)
)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

interface EffectSwitchProps {
  readonly label: string
  readonly effect: Effect
  readonly operation: string
  readonly faults: ReadonlyArray<FaultEntry>
}

const EffectSwitch = ({ effect, faults, label, operation }: EffectSwitchProps) => {
  const fault = { operations: [operation], ...effect } satisfies Fault
  const active = faults.find((one) => isSame(one.fault, fault))
  const change = useChange((on: boolean) =>
    on
      ? dataOf(control.POST("/__mock/faults", { body: fault }))
      : dataOf(control.DELETE("/__mock/faults/{id}", { params: { path: { id: active?.id ?? "" } } }))
  )
  return (
    <div className="toggle">
      <label>
        <Switch.Root
          className="switch"
          checked={active !== undefined}
          disabled={change.isPending}
          onCheckedChange={(on) => change.mutate(on)}
        >
          <Switch.Thumb className="thumb" />
        </Switch.Root>
        {label}
      </label>
      {active && <span className="tag warn">{pluralize(active.hits, "hit")}</span>}
      {change.isError && <Failure error={change.error} />}
    </div>
  )
}

const ActiveFault = ({ entry, isSelected }: { readonly entry: FaultEntry; readonly isSelected: boolean }) => {
  const { fault, hits, id, matches, remaining, until, warning } = entry
  const remove = useChange(() => dataOf(control.DELETE("/__mock/faults/{id}", { params: { path: { id } } })))
  return (
    <li className={isSelected ? "selected" : ""}>
      <div className="bar">
        <a href={formatRoute({ view: "faults", id })} aria-current={isSelected}>
          {id}
        </a>
        <span>{fault.operations.join(", ")}</span>
        <span className="muted">
          {hits} of {matches} matching requests hit
          {remaining !== undefined && `, ${remaining} to come`}
          {until !== undefined && `, until ${formatTime(until)}`}
        </span>
        <button type="button" className="danger" aria-label={`Remove ${id}`} onClick={() => remove.mutate(undefined)}>
          Remove
        </button>
      </div>
      {warning !== undefined && <p className="callout warn">{warning}</p>}
      {isSelected && <Code label={`Fault ${id}`} text={JSON.stringify(fault, undefined, 2)} />}
      {remove.isError && <Failure error={remove.error} />}
    </li>
  )
}

const example = { operations: ["EnterpriseUsers.list"], when: { first: 2 }, does: { kind: "status", status: 502 } }

/** Any fault of the control plane, as JSON. */
const FaultForm = () => {
  const [text, setText] = useState(() => JSON.stringify(example, undefined, 2))
  const make = useChange(async (text: string) => dataOf(control.POST("/__mock/faults", { body: JSON.parse(text) })))
  return (
    <details>
      <summary>Another fault, as JSON</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate(text)
        }}
      >
        <textarea
          aria-label="Fault as JSON"
          rows={10}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="primary">
          Create the fault
        </button>
      </form>
      {make.isError && <Failure error={make.error} />}
    </details>
  )
}

const Faults = () => {
  const { filter, filters, id } = useRoute()
  const faults = useQuery({ ...faultsQuery, refetchInterval: 2000 })
  const evidence = useQuery(evidenceQuery)
  const { operation = "*", q = "" } = filters
  const clear = useChange(() => dataOf(control.DELETE("/__mock/faults")))
  const operations = [...new Set((evidence.data?.documented ?? []).map(({ operation }) => operation))].toSorted()
  const isShown = (text: string) => text.toLowerCase().includes(q.toLowerCase())
  return (
    <>
      <div className="bar">
        <Search label="Search faults" value={q} onChange={(q) => filter({ q })} />
        <Choice
          label="Operation"
          value={operation}
          options={{ "*": "All operations", ...Object.fromEntries(operations.map((name) => [name, name])) }}
          onChange={(operation) => filter({ operation })}
        />
        <button type="button" disabled={faults.data?.length === 0} onClick={() => clear.mutate(undefined)}>
          Remove all faults
        </button>
      </div>
      <Loaded query={faults}>
        {(active) => {
          const shown = active.filter((entry) => isShown(JSON.stringify(entry)))
          return (
            <>
              <Missing what="active fault" id={id} found={active.find((entry) => entry.id === id)} />
              <div className="columns">
                {Object.entries(switches).map(([title, effects]) => (
                  <fieldset key={title}>
                    <legend>{title}</legend>
                    {Object.entries(effects)
                      .filter(([label]) => isShown(`${title} ${label}`))
                      .map(([label, effect]) => (
                        <EffectSwitch key={label} label={label} effect={effect} operation={operation} faults={active} />
                      ))}
                  </fieldset>
                ))}
              </div>
              {q !== "" && !labels.some(isShown) && <p className="muted">No switch matches the search.</p>}
              <FaultForm />
              <section>
                <h2>Active faults</h2>
                {active.length === 0 ? (
                  <Empty title="No faults">
                    <p>
                      All requests get the answers of the service. Turn on a switch to see how your app handles an
                      error.
                    </p>
                  </Empty>
                ) : (
                  <ul className="cards">
                    {shown.length === 0 && <li className="muted">No active fault matches the search.</li>}
                    {shown.map((entry) => (
                      <ActiveFault key={entry.id} entry={entry} isSelected={entry.id === id} />
                    ))}
                  </ul>
                )}
              </section>
              <RateLimits />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

export default Faults
