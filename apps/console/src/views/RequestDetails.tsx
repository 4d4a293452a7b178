import { maskNamed } from "@remote-assist/core/Secrets"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"

import { control, dataOf, query, queryClient } from "../api.ts"
import type { WholeJournalEntry } from "../api.ts"
import { Code, Copy, Patch, pretty } from "../components/Code.tsx"
import { Details } from "../components/Split.tsx"
import { Loaded, Status, statusKind } from "../components/States.tsx"
import { isHar, toScenario } from "../har.ts"
import type { HarEntry } from "../har.ts"
import { formatRoute } from "../route.ts"

const wholeEntryQuery = (id: number) =>
  query(["entry", id], (signal) =>
    control.GET("/__mock/journal/{id}", { params: { path: { id: String(id) } }, signal })
  )

const readHar = (id: number, signal?: AbortSignal) =>
  dataOf(control.GET("/__mock/journal.har", { params: { query: { id: String(id) } }, ...(signal && { signal }) }))

/** The request as an HTTP archive: the control plane masks its secrets. */
const harQuery = (id: number) => ({
  queryKey: ["entry", id, "har"],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const har = await readHar(id, signal)
    const [entry] = isHar(har) ? har.log.entries : []
    if (entry === undefined) throw new Error(`The archive does not have the request ${id}.`)
    return entry
  }
})

const curlQuery = (id: number) =>
  query(["entry", id, "curl"], (signal) =>
    control.GET("/__mock/journal/{id}/curl", { params: { path: { id: String(id) } }, parseAs: "text", signal })
  )

/** Names the variables that a command needs. */
const Variables = ({ command }: { readonly command: string }) => {
  const names = [...new Set(Array.from(command.matchAll(/\$\{?([A-Z_]+)/g), ([, name]) => name))]
  return names.length === 0 ? null : <span className="muted">curl needs {names.join(", ")} in your shell.</span>
}

const Section = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
)

const Headers = ({ headers }: { readonly headers: HarEntry["request"]["headers"] }) => (
  <details>
    <summary>Headers ({headers.length})</summary>
    <dl>
      {headers.map(({ name, value }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
)

interface BodyProps {
  readonly label: string
  readonly text: string
  readonly comment?: string | undefined
}

const Body = ({ comment, label, text }: BodyProps) => (
  <>
    {comment !== undefined && <p className="muted">{comment}</p>}
    {text === "" ? <p className="muted">No body</p> : <Code label={label} text={pretty(text)} />}
  </>
)

/** Why a request was refused, and what probably causes it. */
const Reason = ({ hint, reason, status }: Pick<WholeJournalEntry, "hint" | "reason" | "status">) =>
  reason === undefined && hint === undefined ? null : (
    <div className={`callout ${statusKind(status)}`}>
      {reason !== undefined && (
        <p>
          <strong>Refused:</strong> {maskNamed(reason)}
        </p>
      )}
      {hint !== undefined && (
        <p>
          <strong>Hint:</strong> {hint}
        </p>
      )}
    </div>
  )

const Changes = ({ changes: { eu, us } }: Pick<WholeJournalEntry, "changes">) =>
  us === undefined && eu === undefined ? (
    <p className="muted">The request changed nothing.</p>
  ) : (
    <>
      {us && <Patch label="Changes in the US region" edits={us} />}
      {eu && <Patch label="Changes in the EU region" edits={eu} />}
    </>
  )

type Linked = Pick<WholeJournalEntry, "faults" | "gaps" | "mails" | "region" | "taken_by">

const Links = ({ faults, gaps, mails, region, taken_by }: Linked) => (
  <>
    {mails.length > 0 && (
      <Section title="Mails">
        <ul>
          {mails.map(({ id, kind, to }) => (
            <li key={id}>
              <a href={formatRoute({ view: "outbox", id: String(id), filters: { region } })}>
                {kind} to <bdi>{to}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </Section>
    )}
    {faults.length > 0 && (
      <Section title="Faults">
        <ul>
          {faults.map((id) => (
            <li key={id}>
              <a href={formatRoute({ view: "faults", id })}>{id}</a>
              {id === taken_by && " replaced the answer"}
            </li>
          ))}
        </ul>
      </Section>
    )}
    {gaps.length > 0 && (
      <Section title="Gaps that the answer relies on">
        <p className="links">
          {gaps.map(({ id }) => (
            <a key={id} href={formatRoute({ view: "gaps", id })}>
              {id}
            </a>
          ))}
        </p>
      </Section>
    )}
  </>
)

interface DetailsProps {
  readonly id: number
  readonly onClose: () => void
}

/** The selected request with its answer, the reason of a refusal, changes and mails. */
export const RequestDetails = ({ id, onClose }: DetailsProps) => {
  const whole = useQuery(wholeEntryQuery(id))
  const har = useQuery(harQuery(id))
  const curl = useQuery(curlQuery(id))
  return (
    <Details label={`Request ${id}`} onClose={onClose}>
      <Loaded query={whole}>
        {(entry) => (
          <>
            <h2>
              <Status {...entry} /> {entry.method}{" "}
              <span className="path">
                /{entry.region}
                {maskNamed(entry.path)}
              </span>
            </h2>
            <p className="muted">
              #{entry.id} · {entry.operation ?? "no operation"} · {entry.at} ·{" "}
              {entry.duration === null ? "not answered" : `${Number(entry.duration.toPrecision(2))} ms`}
              {entry.handler !== undefined && ` · answered by the handler ${entry.handler}`}
              {entry.upstream !== undefined && ` · passed on to ${maskNamed(entry.upstream.url)}`}
            </p>
            <Reason {...entry} />
            <div className="bar">
              <Copy label="Copy as curl" text={() => queryClient.fetchQuery(curlQuery(id))} />
              <Copy label="Copy as HAR" text={async () => JSON.stringify(await readHar(id), undefined, 2)} />
              {har.data && <Copy label="Copy as scenario" text={() => Promise.resolve(toScenario(har.data, entry))} />}
              {curl.data !== undefined && <Variables command={curl.data} />}
            </div>
            <Loaded query={har}>
              {({ request, response }) => (
                <>
                  <Section title="Answer">
                    <Headers headers={response.headers} />
                    <Body label="Body of the answer" {...response.content} />
                  </Section>
                  <Section title="Request">
                    <Headers headers={request.headers} />
                    <Body label="Body of the request" text="" {...request.postData} />
                  </Section>
                </>
              )}
            </Loaded>
            <Section title="Changes of the state">
              <Changes {...entry} />
            </Section>
            <Links {...entry} />
          </>
        )}
      </Loaded>
    </Details>
  )
}
