import { QueryClient, useMutation } from "@tanstack/react-query"
import createClient from "openapi-fetch"

import type { components, paths } from "./openapi.ts"

type Schemas = components["schemas"]
export type JournalEntry = Schemas["JournalEntry"]
export type WholeJournalEntry = Schemas["WholeJournalEntry"]
export type OutboxMail = Schemas["OutboxMail"]
export type Tenant = Schemas["Tenant"]
export type Gap = Schemas["Gap"]
export type Clock = Schemas["Time"]
export type ClockChange = Schemas["TimeChange"]
export type Fault = Schemas["Fault"]
export type Region = JournalEntry["region"]

/** The address of the tenant, such as `/t/team-a`; empty for the default tenant. */
export const base = location.pathname.replace(/\/(?:__mock\/.*)?$/, "")

/** The tenant of the page. */
export const tenant = decodeURIComponent(/\/t\/([^/]+)$/.exec(base)?.[1] ?? "default")

/** Returns the address of the page of another tenant. */
export const tenantAddress = (name: string): string =>
  `${base.replace(/\/t\/[^/]+$/, "")}${name === "default" ? "" : `/t/${encodeURIComponent(name)}`}/__mock/`

/** A request that the control plane refused. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

const tokenKey = "remote-assist-control-token"

/** Keeps the control token until the tab closes. */
export const keepToken = (token: string): void => sessionStorage.setItem(tokenKey, token)

/** Whether the tenant of the page no longer exists. The page sends no more requests then. */
export const droppedQuery = { queryKey: ["dropped"], queryFn: () => false, staleTime: Number.POSITIVE_INFINITY }

/** Drops a tenant. If it is that of this page, the page goes to the default tenant. */
export const dropTenant = async (name: string) => {
  const baseUrl = tenantAddress("default").replace("/__mock/", "")
  await dataOf(control.DELETE("/__mock/tenants/{name}", { baseUrl, params: { path: { name } } }))
  if (name === tenant) location.replace(`${tenantAddress("default")}#/tenants`)
}

/** Whether the user entered a control token. */
export const hasToken = (): boolean => sessionStorage.getItem(tokenKey) !== null

/** Returns the headers of requests to the control plane. They do not create the tenant again that another client dropped. */
export const controlHeaders = (): Record<string, string> => {
  const token = sessionStorage.getItem(tokenKey)
  return { "x-mock-create": "never", ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
}

export const control = createClient<paths>({ baseUrl: base })
control.use({
  onRequest: ({ request }) => {
    for (const [name, value] of Object.entries(controlHeaders())) request.headers.set(name, value)
    return request
  },
  onResponse: ({ response }) => {
    if (response.status === 410) queryClient.setQueryData(droppedQuery.queryKey, true)
  }
})

const detailOf = (body: unknown): string | undefined => {
  if (typeof body === "string" && body.startsWith("{")) return detailOf(JSON.parse(body))
  if (typeof body !== "object" || body === null) return undefined
  if ("detail" in body && typeof body.detail === "string") return body.detail
  return "message" in body && typeof body.message === "string" ? body.message : undefined
}

/** Removes the sentences that name addresses of the control plane, which the page does not show. */
const withoutAddresses = (detail: string) =>
  detail
    .split(/(?<=\.) /)
    .filter((sentence) => !sentence.includes("/__mock"))
    .join(" ") || detail

/** Makes the error of a refused request, by its problem details. */
export const refusal = ({ status, statusText }: Response, body: unknown): Refusal =>
  new Refusal(status, withoutAddresses(detailOf(body) ?? `The emulator answered ${status} ${statusText}.`))

interface Answer<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** Returns the data of an answer, or fails with its problem. */
export const dataOf = async <Data>(answer: Promise<Answer<Data>>): Promise<Data> => {
  const { data, error, response } = await answer
  if (data === undefined) throw refusal(response, error)
  return data
}

/** Makes a query whose key is its name and parameters. */
export const query = <Data>(key: ReadonlyArray<unknown>, read: (signal: AbortSignal) => Promise<Answer<Data>>) => ({
  queryKey: key,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => dataOf(read(signal))
})

/** The data of a query. */
export type Data<Query extends { readonly queryFn: (...args: never) => Promise<unknown> }> = Awaited<
  ReturnType<Query["queryFn"]>
>

export const clockQuery = query(["clock"], (signal) => control.GET("/__mock/clock", { signal }))
export const faultsQuery = query(["faults"], (signal) => control.GET("/__mock/faults", { signal }))
export const tenantsQuery = query(["tenants"], (signal) => control.GET("/__mock/tenants", { signal }))

export const queryClient = new QueryClient({
  defaultOptions: {
    // the emulator may be on this machine, so it answers without a network
    queries: { networkMode: "always", retry: false, staleTime: 1000, refetchOnWindowFocus: "always" },
    mutations: { networkMode: "always" }
  }
})

/** Reads all data but the requests again, as something in the emulator changed. */
export const refresh = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "journal" && name !== "entry" })

/** Changes something in the emulator, and reads the data again. */
export const useChange = <Input>(change: (input: Input) => Promise<unknown>, onSuccess?: () => void) =>
  useMutation({
    mutationFn: change,
    onSuccess: () => {
      onSuccess?.()
      return refresh()
    }
  })
