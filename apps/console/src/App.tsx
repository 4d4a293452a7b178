import { useQuery } from "@tanstack/react-query"
import { Component, lazy, Suspense, useEffect, useState } from "react"
import type { ComponentType, ReactNode } from "react"

import {
  clockQuery,
  droppedQuery,
  faultsQuery,
  hasToken,
  keepToken,
  queryClient,
  Refusal,
  tenant,
  tenantAddress,
  tenantsQuery
} from "./api.ts"
import { Choice } from "./components/Filters.tsx"
import { Failure, Loading } from "./components/States.tsx"
import { ThemeSwitch } from "./components/Theme.tsx"
import { Time } from "./components/Time.tsx"
import { useStream } from "./journal.ts"
import type { Stream } from "./journal.ts"
import { formatRoute, unknownView, useRoute, views } from "./route.ts"
import type { ViewName } from "./route.ts"

/** The views, each in a file of its own that the browser loads when it is opened. */
const components: Readonly<Record<ViewName, ComponentType>> = {
  requests: lazy(() => import("./views/Requests.tsx")),
  outbox: lazy(() => import("./views/Outbox.tsx")),
  world: lazy(() => import("./views/World.tsx")),
  clock: lazy(() => import("./views/Clock.tsx")),
  faults: lazy(() => import("./views/Faults.tsx")),
  snapshots: lazy(() => import("./views/Snapshots.tsx")),
  gaps: lazy(() => import("./views/Gaps.tsx")),
  tenants: lazy(() => import("./views/Tenants.tsx"))
}

const noFaults: ReadonlyArray<unknown> = []

const viewNames = Object.keys(views).filter((name): name is ViewName => name in views)

const streamLabels: Readonly<Record<Stream["state"], string>> = {
  connecting: "Connecting",
  live: "Live",
  lost: "Reconnecting",
  closed: "Not live"
}

interface BoundaryProps {
  readonly children: ReactNode
  readonly isLive: boolean
}

/** Shows an error of a view in its place; the navigation stays. Loads the page again when the emulator is back. */
class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidUpdate({ isLive }: BoundaryProps) {
    if (this.state.error !== undefined && !isLive && this.props.isLive) location.reload()
  }
  override render() {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <Failure error={this.state.error} onRetry={() => location.reload()} />
    )
  }
}

/** Asks for the token of the control plane, which stays in this tab. */
const TokenForm = ({ error }: { readonly error: Refusal }) => {
  const [token, setToken] = useState("")
  return (
    <main className="token">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          keepToken(token)
          location.reload()
        }}
      >
        <h1>Console of the emulator</h1>
        <p>This emulator is public. Enter the token of its flag --control-token. It is kept until you close the tab.</p>
        <label>
          Control token
          <input
            type="password"
            autoComplete="off"
            required
            value={token}
            onChange={({ target }) => setToken(target.value)}
          />
        </label>
        {hasToken() && <p role="alert">{error.message}</p>}
        <button type="submit" className="primary">
          Open the console
        </button>
      </form>
    </main>
  )
}

const TenantChoice = () => {
  const { data = [] } = useQuery(tenantsQuery)
  const names = [...new Set([tenant, ...data.map(({ name }) => name)])].toSorted()
  return (
    <Choice
      label="Tenant"
      value={tenant}
      options={Object.fromEntries(names.map((name) => [name, `Tenant ${name}`]))}
      onChange={(name) => location.assign(`${tenantAddress(name)}${location.hash}`)}
    />
  )
}

/** The views, with the number of faults: an active fault may explain what a test sees. */
const Navigation = ({ view }: { readonly view: ViewName }) => {
  const { data: faults = noFaults } = useQuery(faultsQuery)
  return (
    <nav aria-label="Views">
      {viewNames.map((name) => (
        <a key={name} href={formatRoute({ view: name })} aria-current={name === view ? "page" : undefined}>
          {views[name]}
          {name === "faults" && faults.length > 0 && (
            <span className="tag warn" role="img" aria-label={`${faults.length} active`}>
              {faults.length}
            </span>
          )}
        </a>
      ))}
    </nav>
  )
}

const Page = () => {
  const { refusal, state } = useStream()
  const { view } = useRoute()
  const View = components[view]
  const unknown = unknownView(location.hash)
  useEffect(() => {
    document.title = `${views[view]} – ${tenant} – console of the emulator`
  }, [view])
  return (
    <>
      <a className="skip" href="#main" onClick={(event) => skip(event)}>
        Skip to the view
      </a>
      <header>
        <strong>Emulator console</strong>
        <TenantChoice />
        <span className={`live ${state === "live" ? "on" : state}`} role="status">
          {streamLabels[state]}
        </span>
        <Time />
        <ThemeSwitch />
      </header>
      <Navigation view={view} />
      <main id="main" tabIndex={-1}>
        <h1>{views[view]}</h1>
        {refusal !== undefined && <p className="callout warn">{refusal}</p>}
        {unknown !== undefined && (
          <p className="callout warn" role="status">
            There is no view <bdi>{unknown}</bdi>. These are the requests.
          </p>
        )}
        <Boundary key={view} isLive={state === "live"}>
          <Suspense fallback={<Loading />}>
            <View />
          </Suspense>
        </Boundary>
      </main>
    </>
  )
}

const skip = (event: { readonly preventDefault: () => void }) => {
  event.preventDefault()
  document.querySelector<HTMLElement>("#main")?.focus()
}

const Dropped = () => (
  <main>
    <h1>Console of the emulator</h1>
    <p className="callout warn" role="status">
      The tenant {tenant} was dropped, or the emulator started again. This page sends no more requests.
    </p>
    <div className="bar">
      <a href={tenantAddress("default")}>Open the default tenant</a>
      <button type="button" onClick={() => location.reload()}>
        Create {tenant} again
      </button>
    </div>
  </main>
)

export const App = () => {
  const { data: isDropped } = useQuery(droppedQuery)
  const { error, isPending, refetch } = useQuery(clockQuery)
  if (isDropped) return <Dropped />
  if (error instanceof Refusal && error.status === 401) return <TokenForm error={error} />
  if (isPending) return <Loading label="The console loads" />
  if (error !== null && queryClient.getQueryData(clockQuery.queryKey) === undefined)
    return (
      <main>
        <h1>Console of the emulator</h1>
        <Failure error={error} onRetry={() => void refetch()} />
      </main>
    )
  return <Page />
}
