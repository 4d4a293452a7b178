/** What an action is done with in these tests, in the world of the emulator with its four named users. */
export interface Given {
  /** The row that it is done to: its id, its name, and which it is of the list. */
  readonly row?: { readonly id: string; readonly name: string; readonly at: number }
  /** What is filled in, as one types it, by the names of the fields. */
  readonly form?: Readonly<Record<string, string>>
}

const grace = { id: "102", name: "grace@example.com", at: 2 }
const edsger = { id: "104", name: "edsger@example.com", at: 4 }

/** By the name of the action: an action that is not here fails its tests. */
export const given: Readonly<Record<string, Given>> = {
  "users.deactivate": { row: grace },
  "users.reactivate": { row: edsger },
  "users.delete": { row: grace },
  "users.provision": { form: { name: "Mary Jackson", email: "mary@example.com", send_email: "no", pod_ids: "1, 2" } },
  "users.update": { row: grace, form: { name: "Rear Admiral Hopper" } }
}
