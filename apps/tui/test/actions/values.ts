/** What an action is done with in these tests, in the world of the emulator with its four named users. */
export interface FormValues {
  /** The row that it is done to: its id, its name, which it is of the list, and what is shown of it unless its name is. */
  readonly row?: { readonly id: string; readonly name: string; readonly at: number; readonly shown?: string }
  /** What the control plane is asked for before, to have that row. */
  readonly before?: { readonly method: string; readonly path: string; readonly body?: unknown }
  /** What is filled in, as one types it, by the names of the fields. */
  readonly form?: Readonly<Record<string, string>>
}

const grace = { id: "102", name: "grace@example.com", at: 2 }
const edsger = { id: "104", name: "edsger@example.com", at: 4 }

const lastCall = { id: "call_00000000-0000-4000-8000-000000000001", name: "Linus", at: 3 }
const hydraulics = { id: "11", name: "Hydraulics", at: 1 }
const electrical = { id: "12", name: "Electrical", at: 2 }
const demoToken = { id: "1", name: "token 1", at: 1, shown: "Demo" }

/** No output may have it. */
export const canary = "canary-7c1f"

const mary = { email: "mary@example.com", name: "Mary Jackson", password: canary }

/** By the name of the action: an action that is not here fails its tests. */
export const formValues: Readonly<Record<string, FormValues>> = {
  "calls.annotate": { row: lastCall, form: { alt1_id: "A-71", extra_info: "The seal was replaced." } },
  "users.deactivate": { row: grace },
  "users.reactivate": { row: edsger },
  "users.delete": { row: grace },
  "users.provision": { form: { name: "Mary Jackson", email: "mary@example.com", send_email: "no", pod_ids: "1, 2" } },
  "clock.hour": {},
  "clock.day": {},
  "clock.month": {},
  "clock.toggle": {},
  "clock.reset": { before: { method: "POST", path: "/clock", body: { advance: "1 hour" } } },
  "clock.set": { form: { set: "2030-01-01T00:00:00Z", scale: "0" } },
  "faults.busy": {},
  "faults.expired": {},
  "faults.slow": {},
  "faults.reset": {},
  "faults.add": { form: { operations: "Pods.list", does: "503", first: "2" } },
  "faults.remove": {
    row: { id: "fault-1", name: "fault-1", at: 1 },
    before: { method: "POST", path: "/faults", body: { operations: ["Pods.list"], does: { kind: "reset" } } }
  },
  "snapshots.restore": { row: { id: "initial", name: "initial", at: 1 } },
  "snapshots.forget": {
    row: { id: "mine", name: "mine", at: 2 },
    before: { method: "PUT", path: "/snapshots/mine" }
  },
  "snapshots.take": { form: { name: "mine" } },
  "snapshots.branch": { row: { id: "initial", name: "initial", at: 1 }, form: { tenant: "other" } },
  "outbox.confirm": {
    row: { id: "1", name: "confirmation 1 to new@example.com", at: 1, shown: "new@example.com" }
  },
  "users.update": { row: grace, form: { name: "Rear Admiral Hopper" } },
  "oncall.favorite": { row: electrical },
  "oncall.unfavorite": { row: hydraulics },
  "pat.delete": { row: demoToken },
  "pat.create": { form: {} },
  "session.enterprise-token": { form: { email: "ada@example.com", password: "correct-horse" } },
  "tokens.info": { form: { token: canary } },
  "tokens.validate": { form: { token: canary, resource_type: "user", permission_list: "view_contacts, view_account" } },
  "invite.room": { form: { email: "guest@example.com", name: "Guest" } },
  "invite.session": {
    form: { call_id: "call_00000000-0000-4000-8000-000000000003", contacts: "grace@example.com" }
  },
  "register.account": { form: { ...mary, location: "Hampton", title: "Engineer", invitation_token: canary } },
  "register.account-v1": { form: { ...mary, invitation_token: canary } },
  "register.enterprise": {
    form: {
      enterprise_name: "Hampton Pumps",
      contact_name: "Mary Jackson",
      contact_email: "mary@example.com",
      reseller_id: "reseller-1"
    }
  },
  "register.confirm": { form: { confirmation_token: "confirm-demo-new" } },
  "register.confirm-email": { form: { confirmation_token: "confirm-demo-grace" } },
  "register.resend": { form: { email: "new@example.com" } }
}
