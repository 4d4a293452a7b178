import { administration } from "./operations/administration.ts"
import { auth } from "./operations/auth.ts"
import { calls } from "./operations/calls.ts"
import type { Described, OperationId } from "./operations/Described.ts"
import { registration } from "./operations/registration.ts"

const operations: { readonly [Id in OperationId]: Described } = {
  ...auth,
  ...registration,
  ...calls,
  ...administration
}

const described: ReadonlyMap<string, Described> = new Map(Object.entries(operations))

/** What is known of an operation beside the contract. */
export const describedAs = (id: string): Described => described.get(id) ?? { summary: id }

type Group = OperationId extends `${infer Name}.${string}` ? Name : never

const groups: { readonly [Name in Group]: string } = {
  Auth: "Log-in, and what else yields tokens. The API key alone is needed.",
  Tokens: "What tokens say of themselves.",
  PersonalAccessTokens: "Tokens of the caller that a program exchanges for user tokens.",
  Registration: "Accounts and enterprises. The API key alone is needed.",
  Calls: "The calls of the caller.",
  OnCallGroups: "Groups whose members take calls, and the caller's favorites among them.",
  Invitations: "Invitations to a personal room or to a running session, by e-mail.",
  EnterpriseUsers: "Administration of the users. Administrators only.",
  Pods: "The groups of users, called pods. Administrators only."
}

/** The groups of operations, as tags of the document. */
export const tags = Object.entries(groups).map(([name, description]) => ({ name, description }))
