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
import { ofGroup } from "./Operation.ts"
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

/** Names of the bodies that operations take, such as `LogIn`. */
export type InputName = Extract<Described, { readonly takes: string }>["takes"]

/** Names of the bodies that operations answer 200 with, such as `EnterpriseUserPage`. */
export type AnswerName = Extract<Described, { readonly answers: string }>["answers"]

type NamesIn<Part> = Part extends { readonly Type: infer Values } ? keyof Values & string : never

type Parameter<E> =
  | (E extends { readonly params: infer Part } ? NamesIn<Part> : never)
  | (E extends { readonly query: infer Part } ? NamesIn<Part> : never)

/** Names of the parameters in paths and queries, such as `page_size`. */
export type ParameterName = { [Group in GroupName]: Parameter<Endpoints<Group>[keyof Endpoints<Group>]> }[GroupName]

/** An operation of the contract, described. */
export interface Operation extends Derived, Description {
  readonly id: OperationId
  readonly group: GroupName
  readonly takes?: InputName
  readonly answers?: AnswerName
}

// oxlint-disable-next-line typescript/no-explicit-any -- each operation has its description, which a walk forgets
const described: any = descriptions

/** Every operation of the service, in the order of the contract. */
export const operations: ReadonlyArray<Operation> = Object.values(all).flatMap((group) =>
  ofGroup(group).map((operation) => Object.assign(operation, described[operation.group].operations[operation.name]))
)

/** What each group is for, in one line; in the order of the contract. */
export const groups: ReadonlyArray<{ readonly name: GroupName; readonly description: string }> = Object.values(all).map(
  ({ name }) => ({ name, description: descriptions[name].description })
)

const ids: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.id, operation]))

/** The operation of an id; `undefined` for any other text. */
export function byId(id: OperationId): Operation
export function byId(id: string): Operation | undefined
export function byId(id: string): Operation | undefined {
  return ids.get(id)
}

/** The operation that a request reaches. */
export interface Match {
  readonly operation: Operation
  /** Its path parameters, decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** Its query, decoded: the values of a parameter that comes more than once as a list. */
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
}

/** How to match a path. */
export interface Matching {
  /** Whether a parameter may have more than the 100 characters that a server takes. */
  readonly anyLength?: boolean
}

const routerOf = (maxParamLength: number) =>
  lazy(() => {
    const router = FindMyWay.make<Operation>({ maxParamLength })
    for (const operation of operations) router.on(operation.method, `/${operation.path.slice(1)}`, operation)
    return router
  })

// as many characters as a server takes
const short = routerOf(100)
const any = routerOf(Number.POSITIVE_INFINITY)

// the router begins a query at a semicolon, and loses its place at the one letter that is two in lower case
const placeholder = "\uE130"

const routed = (path: string) =>
  path.replace(/^[^?#]+/, (path) => path.replaceAll(";", "%3B").replaceAll(/\u0130|%C4%B0/gi, placeholder))

const restored = (value: string | undefined) => value?.replaceAll(placeholder, "\u0130")

/**
 * Finds the operation that a request reaches, as the server does that Effect makes of the contract: letter case, doubled
 * and closing slashes and a query make no difference, HEAD reaches what GET does, and a path that is spelt out goes before
 * one with a parameter. Two things are as RFC 3986 has them, and not as there: a semicolon is part of the path, and so is
 * a letter that is two in lower case. `path` is that after `/api`, with the query where there is one. A path that cannot be
 * decoded matches nothing.
 */
export const match = (method: string, path: string, { anyLength = false }: Matching = {}): Match | undefined => {
  const router = (anyLength ? any : short)()
  const address = routed(path)
  const found = router.find(method, address) ?? (method === "HEAD" ? router.find("GET", address) : undefined)
  return found && { operation: found.handler, params: Record.map(found.params, restored), query: found.searchParams }
}

const methods = new Set(operations.map(({ method }) => method))

/** The methods that a path takes, in the order of the contract; `path` as in {@link match}. */
export const methodsAt = (path: string, matching?: Matching): ReadonlyArray<Operation["method"]> => {
  const found = new Set(Array.from(methods, (method) => match(method, path, matching)?.operation))
  return operations.filter((operation) => found.has(operation)).map(({ method }) => method)
}
