import { Page, Pods } from "@remote-assist/core"

import { glyphs } from "../theme.ts"
import { fieldNames, fromProperties } from "./Field.ts"
import type { Resource } from "./Resource.ts"
import { provision, users } from "./users.ts"

type Pod = Pods.Pod

export const pods: Resource<Pod> = {
  name: "pods",
  title: "Pods",
  one: "pod",
  letter: "p",
  pageSize: Page.defaultPageSize,
  idOf: ({ id }) => id,
  nameOf: ({ id, name }) => name || `pod ${id}`,
  read: (_, page) => Pods.Pods.use((pods) => pods.list({ page })),
  ...fromProperties<Pod>(
    {
      name: { label: "Name", column: ["NAME", 16, 2, 0] },
      user_count: { label: "Users", column: ["USERS", 7, 0, 1], align: "right" },
      admin_count: { label: "Admins", column: ["ADMINS", 6, 0, 3], align: "right" },
      default: {
        label: "Default",
        column: ["DEFAULT", 9, 0, 2],
        columnText: (pod) => (pod.default === true ? `${glyphs.favorite} default` : "")
      },
      id: { label: "Id" },
      description: { label: "Description", column: ["DESCRIPTION", 20, 3, 4] }
    },
    fieldNames(Pods.Pod)
  ),
  actions: [],
  formLinks: [
    {
      name: "pods.provision",
      keys: ["n"],
      label: "provision into pod",
      of: users,
      form: provision,
      initial: ({ id }) => ({ pod_ids: String(id) })
    }
  ],
  summary: ["id", "name", "default", "user_count", "admin_count", "description"],
  namedBy: "id or name",
  example: "Everyone"
}
