import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { dropTenant, refusal, tenant, tenantAddress, tenantsQuery, useChange } from "../api.ts"
import type { Tenant } from "../api.ts"
import { Confirm } from "../components/Confirm.tsx"
import { DataTable } from "../components/DataTable.tsx"
import type { Column } from "../components/DataTable.tsx"
import { Search } from "../components/Filters.tsx"
import { Details, Split } from "../components/Split.tsx"
import { Failure, Loaded, Missing } from "../components/States.tsx"
import { formatTime } from "../components/Time.tsx"
import { useRoute } from "../route.ts"

const columns: ReadonlyArray<Column<Tenant>> = [
  { header: "Name", width: "minmax(8rem, 1fr)", value: ({ name }) => name },
  { header: "Users, US", width: "6rem", value: ({ users }) => users.us },
  { header: "Users, EU", width: "6rem", value: ({ users }) => users.eu },
  {
    header: "Enterprise",
    isExtra: true,
    width: "minmax(8rem, 1fr)",
    value: ({ enterprise }) => enterprise?.name ?? ""
  },
  {
    header: "Last request",
    isExtra: true,
    width: "14rem",
    value: ({ last_used_at }) => last_used_at,
    cell: ({ last_used_at }) => formatTime(last_used_at)
  }
]

const TenantDetails = ({ onClose, one }: { readonly one: Tenant; readonly onClose: () => void }) => {
  const { enterprise, mails_dropped, name } = one
  const drop = useChange(() => dropTenant(name), onClose)
  return (
    <Details label={`Tenant ${name}`} onClose={onClose}>
      <h2>{name}</h2>
      <dl>
        <div>
          <dt>Dropped e-mails</dt>
          <dd>
            {mails_dropped.us} in US, {mails_dropped.eu} in EU
          </dd>
        </div>
        {enterprise && (
          <div>
            <dt>Enterprise</dt>
            <dd>
              {enterprise.name} ({enterprise.id}), registered in {enterprise.registered_in}, {enterprise.region}
            </dd>
          </div>
        )}
      </dl>
      <div className="bar">
        {name === tenant ? (
          <span className="muted">This page shows this tenant.</span>
        ) : (
          <a href={tenantAddress(name)}>Open the console of this tenant</a>
        )}
        <Confirm
          label="Drop the tenant"
          question={`The worlds, requests and snapshots of ${name} will be lost.`}
          action={`Drop ${name}`}
          onConfirm={() => drop.mutate(undefined)}
        />
      </div>
      {drop.isError && <Failure error={drop.error} />}
    </Details>
  )
}

/** Creates a tenant by a request, and opens its console. */
const open = async (name: string) => {
  const address = tenantAddress(name)
  if (new URL(address, location.href).pathname !== address) throw new Error(`${name} cannot be the name of a tenant.`)
  const response = await fetch(`${address}health`)
  if (!response.ok) throw refusal(response, await response.text())
  location.assign(address)
}

const Tenants = () => {
  const { filter, filters, id, select } = useRoute()
  const tenants = useQuery(tenantsQuery)
  const [name, setName] = useState("")
  const { q = "" } = filters
  const create = useChange(open)
  return (
    <>
      <div className="bar">
        <Search label="Search tenants" value={q} onChange={(q) => filter({ q })} />
        <form
          className="bar"
          onSubmit={(event) => {
            event.preventDefault()
            create.mutate(name)
          }}
        >
          <input
            aria-label="Name of a new tenant"
            placeholder="Name of a new tenant"
            required
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <button type="submit">Create and open</button>
        </form>
      </div>
      {create.isError && <Failure error={create.error} />}
      <p className="muted">Each tenant has its own worlds, clock, outbox, faults and requests.</p>
      <Loaded query={tenants}>
        {(all) => {
          const one = all.find(({ name }) => name === id)
          return (
            <>
              <Missing what="tenant" id={id} found={one} />
              <Split
                list={
                  <DataTable
                    label="Tenants"
                    columns={columns}
                    rows={all}
                    rowId={({ name }) => name}
                    selected={id}
                    onSelect={select}
                    search={q}
                    noMatch="No tenant matches the search."
                  />
                }
                details={one && <TenantDetails key={one.name} one={one} onClose={() => select(undefined)} />}
              />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

export default Tenants
