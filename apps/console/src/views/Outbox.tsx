import { pluralize } from "@remote-assist/core/Text"
import { useQuery } from "@tanstack/react-query"

import { control, query, refusal, useChange } from "../api.ts"
import type { OutboxMail, Region } from "../api.ts"
import { DataTable } from "../components/DataTable.tsx"
import type { Column } from "../components/DataTable.tsx"
import { Choice, regionOf, regions, Search } from "../components/Filters.tsx"
import { Details, Split } from "../components/Split.tsx"
import { Empty, Failure, Loaded, Missing } from "../components/States.tsx"
import { formatTime } from "../components/Time.tsx"
import { useRoute } from "../route.ts"

import style from "../mail.css?url"

const outboxQuery = (region: Region) =>
  query(["outbox", region], (signal) => control.GET("/__mock/outbox", { params: { query: { region } }, signal }))

const newestFirst = (mails: ReadonlyArray<OutboxMail>) => mails.toReversed()

const columns: ReadonlyArray<Column<OutboxMail>> = [
  { header: "#", width: "3rem", value: ({ id }) => id },
  { header: "Time", width: "14rem", value: ({ at }) => at, cell: ({ at }) => formatTime(at) },
  { header: "Kind", width: "8rem", value: ({ kind }) => kind },
  { header: "To", isExtra: true, width: "minmax(10rem, 1fr)", value: ({ to }) => to },
  { header: "Subject", width: "minmax(12rem, 1.5fr)", value: ({ subject }) => subject }
]

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

/** The e-mail as a document for a frame without scripts. */
const documentOf = ({ api_key, link, subject, token }: OutboxMail) => `<!doctype html>
<link rel="stylesheet" href="${style}">
<h1>${escape(subject)}</h1>
${link === undefined ? "" : `<p>Open this address${token === undefined ? "" : " to confirm"}:<br>${escape(link)}</p>`}
${token === undefined ? "" : `<p>Token: <code>${escape(token)}</code></p>`}
${api_key === undefined ? "" : `<p>API key: <code>${escape(api_key)}</code></p>`}`

/** Confirms as a browser does: by opening the link of the e-mail. */
const confirm = async (link: string) => {
  const { pathname, search } = new URL(link)
  const response = await fetch(`${pathname}${search}`, { headers: { accept: "text/html" } })
  if (!response.ok) throw refusal(response, await response.text())
}

const isConfirmation = ({ kind }: OutboxMail) =>
  kind === "confirmation" || kind === "new-email" || kind === "enterprise"

const Mail = ({ mail, onClose }: { readonly mail: OutboxMail; readonly onClose: () => void }) => {
  const { deliveries = [], kind, link, subject, to } = mail
  const confirmation = useChange(confirm)
  return (
    <Details label={`E-mail ${mail.id}`} onClose={onClose}>
      <h2>{subject}</h2>
      <p className="muted">
        #{mail.id} · {kind} · to <bdi>{to}</bdi> · {formatTime(mail.at)}
      </p>
      {link !== undefined && (
        <div className="bar">
          {isConfirmation(mail) && (
            <button
              type="button"
              className="primary"
              disabled={confirmation.isPending}
              onClick={() => confirmation.mutate(link)}
            >
              Confirm
            </button>
          )}
          <a href={link} target="_blank" rel="noreferrer">
            Open the link
          </a>
        </div>
      )}
      {confirmation.isError && <Failure error={confirmation.error} />}
      {confirmation.isSuccess && (
        <p className="callout good" role="status">
          Confirmed.
        </p>
      )}
      <iframe title={`E-mail: ${subject}`} sandbox="" srcDoc={documentOf(mail)} />
      {deliveries.length > 0 && (
        <section>
          <h3>Deliveries</h3>
          <ul>
            {deliveries.map(({ attempts, by, error, status }) => (
              <li key={by}>
                {by}: {status} after {pluralize(attempts, "attempt")}
                {error !== undefined && ` – ${error}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Details>
  )
}

const Outbox = () => {
  const { filter, filters, id, select } = useRoute()
  const region = regionOf(filters["region"])
  const { q = "" } = filters
  const outbox = useQuery({ ...outboxQuery(region), select: newestFirst })
  return (
    <>
      <div className="bar">
        <Search label="Search e-mails" value={q} onChange={(q) => filter({ q })} />
        <Choice label="Region" value={region} options={regions} onChange={(region) => filter({ region })} />
      </div>
      <Loaded query={outbox}>
        {(mails) => {
          const mail = mails.find((mail) => String(mail.id) === id)
          return (
            <>
              <Missing what="e-mail in this region" id={id} found={mail} />
              {mails.length === 0 ? (
                <Empty title="No e-mails in this region">
                  <p>
                    E-mails of registrations, invitations and changed addresses appear here when the service sends them.
                  </p>
                </Empty>
              ) : (
                <Split
                  list={
                    <DataTable
                      label="E-mails"
                      columns={columns}
                      rows={mails}
                      rowId={({ id }) => String(id)}
                      selected={id}
                      onSelect={select}
                      search={q}
                      noMatch="No e-mail matches the search."
                    />
                  }
                  details={mail && <Mail key={mail.id} mail={mail} onClose={() => select(undefined)} />}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

export default Outbox
