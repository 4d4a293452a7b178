import { resources } from "../../resources/registry.ts"
import { ofAction, ofForm } from "./change.ts"
import { ofInquiry } from "./inquire.ts"
import type { Permissions } from "./Permissions.ts"
import { reading } from "./read.ts"
import { session } from "./session.ts"
import type { Tool } from "./Tool.ts"

/** Every tool of every resource, from the same definitions as keys and commands. */
export const ofResources: ReadonlyArray<Tool> = resources.flatMap((resource) => [
  ...reading(resource),
  ...resource.actions.map((action) => ofAction(resource, action)),
  ...(resource.forms ?? []).flatMap((action) => ofForm(resource, action)),
  ...(resource.inquiries ?? []).flatMap((inquiry) => ofInquiry(resource, inquiry)),
  ...(resource.tabs ?? []).flatMap(({ inquiry, isOfScreen }) =>
    inquiry === undefined || isOfScreen === true ? [] : ofInquiry(resource, inquiry)
  )
])

/** Every tool there is. */
export const all = (permissions: Permissions): ReadonlyArray<Tool> => [
  session(permissions, ofResources),
  ...ofResources
]
