import { Page, Pods } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import * as Field from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { count, yesNo } from "../texts.ts"
import { provision } from "../users/forms.ts"
import { users } from "../users/users.ts"
import { columns } from "./columns.ts"

/** The pods of the enterprise. */
export const pods: Resource<Pods.Pod> = {
  name: "pods",
  title: "Pods",
  one: "pod",
  letter: "p",
  pageSize: Page.defaultPageSize,
  idOf: ({ id }) => id,
  nameOf: ({ id, name }) => name || `pod ${id}`,
  read: (_, page) => Effect.flatMap(Pods.Pods, (pods) => pods.list({ page })),
  columns,
  facts: [
    ["Name", (pod) => pod.name],
    ["Users", (pod) => count(pod.user_count)],
    ["Admins", (pod) => count(pod.admin_count)],
    ["Default", (pod) => yesNo(pod.default)],
    ["Id", (pod) => String(pod.id)],
    ["Description", (pod) => pod.description]
  ],
  actions: [],
  offers: [
    {
      name: "pods.provision",
      keys: ["n"],
      label: "provision into it",
      of: users,
      form: provision,
      initial: ({ id }) => ({ pod_ids: String(id) })
    }
  ],
  fields: Field.of<Pods.Pod>(Pods.Pod),
  summary: ["id", "name", "default", "user_count", "admin_count", "description"],
  namedBy: "id or name",
  example: "Everyone"
}
