import { Page, Pods } from "@remote-assist/core"

import { glyphs } from "../theme.ts"
import { columnMaker, schemaFields, yesNo } from "./Field.ts"
import type { Resource } from "./Resource.ts"
import { provision, users } from "./users.ts"

type Pod = Pods.Pod

const column = columnMaker<Pod>()

const count = (number: number | null | undefined) => (typeof number === "number" ? String(number) : "")

export const pods: Resource<Pod> = {
  name: "pods",
  title: "Pods",
  one: "pod",
  letter: "p",
  pageSize: Page.defaultPageSize,
  idOf: ({ id }) => id,
  nameOf: ({ id, name }) => name || `pod ${id}`,
  read: (_, page) => Pods.Pods.use((pods) => pods.list({ page })),
  columns: [
    column("name", "NAME", ({ name }) => name, [16, 2, 0]),
    column("user_count", "USERS", ({ user_count }) => user_count, [7, 0, 1], { align: "right" }),
    column("admin_count", "ADMINS", ({ admin_count }) => admin_count, [6, 0, 3], { align: "right" }),
    column("default", "DEFAULT", (pod) => pod.default, [9, 0, 2], {
      text: (isDefault) => (isDefault === true ? `${glyphs.favorite} default` : "")
    }),
    column("description", "DESCRIPTION", ({ description }) => description, [20, 3, 4])
  ],
  facts: [
    ["Name", (pod) => pod.name],
    ["Users", (pod) => count(pod.user_count)],
    ["Admins", (pod) => count(pod.admin_count)],
    ["Default", (pod) => yesNo(pod.default)],
    ["Id", (pod) => String(pod.id)],
    ["Description", (pod) => pod.description]
  ],
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
  fields: schemaFields<Pod>(Pods.Pod),
  summary: ["id", "name", "default", "user_count", "admin_count", "description"],
  namedBy: "id or name",
  example: "Everyone"
}
