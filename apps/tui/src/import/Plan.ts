import { EnterpriseUsers, Errors, Page, Pods } from "@remote-assist/core"
import { disjunction } from "@remote-assist/core/Text"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

import type { Account } from "../engine/Account.ts"
import { roles, users as resource } from "../resources/users.ts"
import type { Options, Results } from "./Results.ts"
import { emailKey, rowHash } from "./UserFile.ts"
import type { Row, UserFile } from "./UserFile.ts"

type User = EnterpriseUsers.EnterpriseUser

const pageSize = 100

/** Finds a user by e-mail address. The filter needs an exact match, so lower case is tried as well. */
export const findByEmail = Effect.fnUntraced(function* (email: string) {
  const users = yield* EnterpriseUsers.EnterpriseUsers
  const key = emailKey(email)
  for (const spelling of new Set([email, key])) {
    const { entries } = yield* users.list({ filter: `email=${spelling}` })
    const found = entries.find((user) => emailKey(user.email ?? "") === key)
    if (found !== undefined) return found
    if (entries.length > 0)
      return yield* new Errors.ListBroken({
        reason: `it has other users than ${email}, so nobody knows whether that user exists`
      })
  }
  return undefined
})

type OnProgress = (done: number, total: number) => Effect.Effect<void>

/** A user to look up: by e-mail address, or by the id that a recorded creation has. */
interface Wanted {
  readonly email: string
  readonly id: number | undefined
}

const findWanted = Effect.fnUntraced(function* ({ email, id }: Wanted) {
  const found = yield* findByEmail(email)
  if (found !== undefined || id === undefined) return found
  const users = yield* EnterpriseUsers.EnterpriseUsers
  const { entries } = yield* users.list({ filter: `id=${id}` })
  return entries.find((user) => user.id === id)
})

/** Finds users, by `emailKey`: one or two requests each, or all users if that is fewer requests. */
const findExisting = Effect.fnUntraced(function* (
  wanted: ReadonlyMap<string, Wanted>,
  onProgress: OnProgress,
  concurrency: number
) {
  const found = new Map<string, User>()
  if (wanted.size === 0) return found
  const users = yield* EnterpriseUsers.EnterpriseUsers
  const { total_entries: total } = yield* users.list({ page: 1, page_size: 1 })
  let done = 0
  if (wanted.size <= total / pageSize)
    yield* Effect.forEach(
      wanted,
      ([key, one]) =>
        Effect.flatMap(findWanted(one), (user) => {
          if (user !== undefined) found.set(key, user)
          return onProgress(++done, wanted.size)
        }),
      { concurrency, discard: true }
    )
  else {
    const keys = new Map(Array.from(wanted, ([key, { id }]) => [id, key]))
    const list = (page: number) => users.list({ page, page_size: pageSize })
    const all = Stream.unwrap(Effect.map(Page.readAhead(list, concurrency), (read) => Page.stream(read)))
    yield* Stream.runForEachArray(all, (page) => {
      for (const user of page) {
        const key = emailKey(user.email ?? "")
        if (wanted.has(key)) found.set(key, user)
        const byId = keys.get(user.id)
        if (byId !== undefined && !found.has(byId)) found.set(byId, user)
      }
      done += page.length
      return onProgress(done, Math.max(done, total))
    })
  }
  return found
})

/** Resolves the pods of a cell, separated by semicolons, to ids; fails with why not. */
type ResolvePods = (cell: string) => Result.Result<ReadonlyArray<Pods.PodId>, string>

const normalize = (name: string) => name.trim().normalize("NFKC").toLowerCase()

/** Resolves pods by id or name; case counts only between pods that differ in nothing else. */
export const podResolver = (pods: ReadonlyArray<Pods.Pod>): ResolvePods => {
  const one = (text: string): Result.Result<Pods.PodId, string> => {
    const byId = pods.find(({ id }) => String(id) === text)
    if (byId !== undefined) return Result.succeed(byId.id)
    const exact = pods.filter(({ name }) => name?.trim() === text)
    const named = exact.length > 0 ? exact : pods.filter(({ name }) => normalize(name ?? "") === normalize(text))
    const [found, other] = named
    if (found === undefined) return Result.fail(`no such pod: ${text}`)
    const ids = disjunction(named.map(({ id }) => id))
    return other === undefined
      ? Result.succeed(found.id)
      : Result.fail(`several pods are called ${text}: give the id, ${ids}`)
  }
  return (cell) => {
    const parts = cell.split(";").map((part) => part.trim())
    const [ids, reasons] = Arr.partition(
      parts.filter((part) => part !== ""),
      one
    )
    return reasons.length === 0 ? Result.succeed(ids) : Result.fail(reasons.join("; "))
  }
}

const allPods = Pods.Pods.use(({ list }) => Stream.runCollect(Page.stream((page) => list({ page }))))

/** What to do with a row. */
export type Decision =
  | { readonly state: "create"; readonly user: EnterpriseUsers.Provision; readonly why?: string }
  /** `change` is `undefined` if the user stays as is. */
  | {
      readonly state: "exists"
      readonly id: EnterpriseUsers.UserId
      readonly why: string
      readonly isActive: boolean | null | undefined
      readonly change: EnterpriseUsers.UserChange | undefined
    }
  /** An earlier run created the user; `isFound` if its answer was lost and a look-up found the user. */
  | {
      readonly state: "created before"
      readonly id: number | undefined
      readonly isFound: boolean
      readonly why?: string
    }
  | { readonly state: "left out"; readonly why: string }

export interface Decided {
  readonly row: Row
  readonly decision: Decision
}

/** How many rows there are of each kind. */
export type Counts = ReturnType<typeof countsOf>

/** What to do with each row of a file. */
export interface Plan {
  readonly decided: ReadonlyArray<Decided>
  readonly counts: Counts
  /** The plan with other options or results; sends no requests. */
  readonly with: (other: { readonly options?: Options; readonly results?: Pick<Results, "last"> }) => Plan
}

interface Known {
  readonly file: UserFile
  readonly pods: ResolvePods
  readonly existing: ReadonlyMap<string, User>
  /** The results when `existing` was looked up. */
  readonly lookedUp: Pick<Results, "last">
  readonly results: Pick<Results, "last">
  readonly options: Options
  readonly isMe: Account["Service"]["isMe"]
}

const changeOf = ({ existing, reactivate }: Options, row: Row, user: User): EnterpriseUsers.UserChange | undefined => {
  const change = {
    ...(existing === "update" && user.name !== row.name && { name: row.name }),
    ...(reactivate && user.active === false && { active: true })
  }
  return Object.keys(change).length === 0 ? undefined : change
}

const activity = (active: boolean | null | undefined) =>
  active === true ? "active" : active === false ? "inactive" : "unknown whether active"

const existsOf = (options: Options, row: Row, user: User): Decision => {
  const change = changeOf(options, row, user)
  const changes = change === undefined ? "" : `; would change ${Object.keys(change).join(" and ")}`
  const { active, id } = user
  return { state: "exists", id, why: `user ${id}, ${activity(active)}${changes}`, isActive: active, change }
}

const createOf = ({ email, mail, name, role }: Row, pods: ReadonlyArray<Pods.PodId>, options: Options): Decision => {
  const sendEmail = options.send_email ? mail : false
  const isKnown = role === "" || roles.some(({ value }) => value === role)
  return {
    state: "create",
    ...(!isKnown && { why: `the service decides whether the role ${role} exists` }),
    user: {
      name,
      email,
      ...(role !== "" && { role }),
      ...(sendEmail !== undefined && { send_email: sendEmail }),
      ...(pods.length > 0 && { pod_ids: pods })
    }
  }
}

const decide = ({ existing, lookedUp, options, pods, results }: Known, row: Row): Decision => {
  const ids = pods(row.pods)
  if (row.problem !== undefined)
    return { state: "left out", why: [row.problem, ...(Result.isFailure(ids) ? [ids.failure] : [])].join("; ") }
  const key = emailKey(row.email)
  const last = results.last(key)
  const user = existing.get(key)
  if (user !== undefined && emailKey(user.email ?? "") !== key) {
    const why = `user ${user.id}, whose e-mail is now ${user.email || "empty"}`
    return { state: "created before", id: user.id, isFound: false, why }
  }
  // a user who was created before the look-up, and was not found by it, is deleted
  const isOurs = last?.isOurs === true && (user !== undefined || last.at !== lookedUp.last(key)?.at)
  if (isOurs && (options.existing !== "update" || last.row === rowHash(row)))
    return { state: "created before", id: user?.id ?? last.user_id, isFound: false }
  if (user !== undefined) {
    // the user was not there when the request was sent
    const isFound = (last?.state === "sending" || last?.state === "unknown") && last.user_id === undefined
    return isFound ? { state: "created before", id: user.id, isFound: true } : existsOf(options, row, user)
  }
  return Result.isFailure(ids) ? { state: "left out", why: ids.failure } : createOf(row, ids.success, options)
}

/** Of rows with the same e-mail address, the first that can be sent counts. */
const decideAll = (known: Known): ReadonlyArray<Decided> => {
  const lines = new Map<string, number>()
  return known.file.rows.map((row): Decided => {
    const decision = decide(known, row)
    const reasons = decision.state === "left out" ? [decision.why] : []
    const first = lines.get(emailKey(row.email))
    if (first !== undefined) reasons.push(`also in line ${first}`)
    if (reasons.length > 0) return { row, decision: { state: "left out", why: reasons.join("; ") } }
    lines.set(emailKey(row.email), row.line)
    return { row, decision }
  })
}

const countsOf = (all: ReadonlyArray<Decided>, isMe: Known["isMe"]) => {
  const count = (matches: (decision: Decision) => boolean) => all.filter(({ decision }) => matches(decision)).length
  const existing = all.flatMap(({ decision, row }) => (decision.state === "exists" ? [{ ...row, ...decision }] : []))
  const changed = existing.filter(({ change }) => change !== undefined)
  return {
    rows: all.length,
    create: count(({ state }) => state === "create"),
    /** Welcome e-mails. */
    mails: count((decision) => decision.state === "create" && decision.user.send_email !== false),
    exists: existing.length,
    /** Existing users to change. */
    change: changed.length,
    changesMe: changed.some((user) => isMe(resource, user)),
    /** Existing users that are inactive and stay so. */
    inactive: existing.filter(({ change, isActive }) => isActive === false && change?.active !== true).length,
    /** Users that an earlier run created. */
    created: count(({ state }) => state === "created before"),
    leftOut: count(({ state }) => state === "left out")
  }
}

const planOf = (known: Known): Plan => {
  const decided = decideAll(known)
  return { decided, counts: countsOf(decided, known.isMe), with: (other) => planOf({ ...known, ...other }) }
}

/** Plans an import: asks the service for pods and existing users, and changes nothing. */
export const make = Effect.fnUntraced(function* (
  file: UserFile,
  results: Pick<Results, "last">,
  options: Options,
  isMe: Known["isMe"],
  onProgress: OnProgress,
  concurrency = 4
) {
  const wanted = new Map<string, Wanted>()
  for (const { email, problem } of file.rows) {
    const last = results.last(emailKey(email))
    if (problem === undefined)
      wanted.set(emailKey(email), { email, id: last?.isOurs === true ? last.user_id : undefined })
  }
  yield* onProgress(0, wanted.size)
  const pods = podResolver(file.columns.at.pods === undefined ? [] : yield* allPods)
  const existing = yield* findExisting(wanted, onProgress, concurrency)
  return planOf({ file, pods, existing, lookedUp: results, results, options, isMe })
})
