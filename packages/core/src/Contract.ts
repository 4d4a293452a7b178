import * as FindMyWay from "effect/http/FindMyWay"
import * as Record from "effect/Record"

import { AuthDescription } from "./Auth.ts"
import { CallsDescription } from "./Calls.ts"
import type { Description, Descriptions } from "./Description.ts"
import { EnterpriseUsersDescription } from "./EnterpriseUsers.ts"
import { groups as all } from "./Groups.ts"
import type { Endpoints, Groups } from "./Groups.ts"
import { lazy } from "./internal/lazy.ts"
import { InvitationsDescription } from "./Invitations.ts"
import { OnCallGroupsDescription } from "./OnCallGroups.ts"
import { fromGroup } from "./Operation.ts"
import type { Operation as Derived } from "./Operation.ts"
import { PersonalAccessTokensDescription } from "./PersonalAccessTokens.ts"
import { PodsDescription } from "./Pods.ts"
import { RegistrationDescription } from "./Registration.ts"
import { TokensDescription } from "./Tokens.ts"

export type { Endpoints }

/** Names of the groups, such as `EnterpriseUsers`. */
export type GroupName = keyof Groups

type Names<Group extends GroupName> = keyof Endpoints<Group> & string

/** Names of the operations, such as `EnterpriseUsers.list`; the service of the group has a method of that name. */
export type OperationId = { [Group in GroupName]: `${Group}.${Names<Group>}` }[GroupName]

const descriptions = {
  Auth: AuthDescription,
  Tokens: TokensDescription,
  PersonalAccessTokens: PersonalAccessTokensDescription,
  Registration: RegistrationDescription,
  Calls: CallsDescription,
  OnCallGroups: OnCallGroupsDescription,
  Invitations: InvitationsDescription,
  EnterpriseUsers: EnterpriseUsersDescription,
  Pods: PodsDescription
} satisfies { readonly [Group in GroupName]: Descriptions<Groups[Group]> }

type Described = {
  [Group in GroupName]: (typeof descriptions)[Group]["operations"][keyof (typeof descriptions)[Group]["operations"]]
}[GroupName]

/** Names of request bodies, such as `LogIn`. */
export type InputName = Extract<Described, { readonly takes: string }>["takes"]

/** Names of response bodies, such as `EnterpriseUserPage`. */
export type AnswerName = Extract<Described, { readonly answers: string }>["answers"]

type NamesIn<Part> = Part extends { readonly Type: infer Values } ? keyof Values & string : never

type Parameter<E> =
  | (E extends { readonly params: infer Part } ? NamesIn<Part> : never)
  | (E extends { readonly query: infer Part } ? NamesIn<Part> : never)

/** Names of path and query parameters, such as `page_size`. */
export type ParameterName = { [Group in GroupName]: Parameter<Endpoints<Group>[keyof Endpoints<Group>]> }[GroupName]

/** An operation of the contract, with its texts for documents. */
export interface Operation extends Derived, Description {
  readonly id: OperationId
  readonly group: GroupName
  readonly takes?: InputName
  readonly answers?: AnswerName
}

// oxlint-disable-next-line typescript/no-explicit-any -- each operation has its description, which a loop forgets
const described: any = descriptions

/** Every operation of the service, in the order of the contract. */
export const operations: ReadonlyArray<Operation> = Object.values(all).flatMap((group) =>
  fromGroup(group).map((operation) => Object.assign(operation, described[operation.group].operations[operation.name]))
)

/** The purpose of each group, in one line; in the order of the contract. */
export const groups: ReadonlyArray<{ readonly name: GroupName; readonly description: string }> = Object.values(all).map(
  ({ name }) => ({ name, description: descriptions[name].description })
)

const ids: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.id, operation]))

/** Returns the operation with an id, or `undefined`. */
export function byId(id: OperationId): Operation
export function byId(id: string): Operation | undefined
export function byId(id: string): Operation | undefined {
  return ids.get(id)
}

/** The operation of a request. */
export interface Match {
  readonly operation: Operation
  /** Its path parameters, decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** Its query, decoded; repeated parameters are lists. */
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
}

/** How to match a path. */
export interface Matching {
  /** Whether a parameter may exceed the 100 characters that a server accepts. */
  readonly anyLength?: boolean
}

const makeRouter = (maxParamLength: number) =>
  lazy(() => {
    const router = FindMyWay.make<Operation>({ maxParamLength })
    for (const operation of operations) router.on(operation.method, `/${operation.path.slice(1)}`, operation)
    return router
  })

// the limit of a server
const short = makeRouter(100)
const any = makeRouter(Number.POSITIVE_INFINITY)

// the router starts a query at a semicolon, and miscounts the one letter that becomes two in lower case
const placeholder = "\uE130"

const escapePath = (path: string) =>
  path.replace(/^[^?#]+/, (path) => path.replaceAll(";", "%3B").replaceAll(/\u0130|%C4%B0/gi, placeholder))

const restore = (value: string | undefined) => value?.replaceAll(placeholder, "\u0130")

/**
 * Finds the operation of a request as Effect's server for the contract does: letter case, repeated and trailing slashes and a
 * query are ignored, HEAD matches GET, and a literal path takes precedence over one with a parameter. Unlike that server it
 * follows RFC 3986 for semicolons and for the letter that becomes two in lower case: both are part of the path. `path` is the part
 * after `/api`, with or without a query. Returns `undefined` for a path that cannot be decoded.
 */
export const match = (method: string, path: string, { anyLength = false }: Matching = {}): Match | undefined => {
  const router = (anyLength ? any : short)()
  const address = escapePath(path)
  const found = router.find(method, address) ?? (method === "HEAD" ? router.find("GET", address) : undefined)
  return found && { operation: found.handler, params: Record.map(found.params, restore), query: found.searchParams }
}

const methods = new Set(operations.map(({ method }) => method))

/** Returns the methods of a path, in the order of the contract; `path` as for {@link match}. */
export const methodsAt = (path: string, matching?: Matching): ReadonlyArray<Operation["method"]> => {
  const found = new Set(Array.from(methods, (method) => match(method, path, matching)?.operation))
  return operations.filter((operation) => found.has(operation)).map(({ method }) => method)
}
