import type { OperationId } from "@remote-assist/core/Contract"

/** Fields of an operation's answers that the SDK reads, should they come, and that the interface leaves out. */
export interface Beyond {
  readonly operation: OperationId
  readonly fields: ReadonlyArray<string>
  /** What the interface has instead. */
  readonly reason: string
}

/** What an emulator never answers, and so no scenario shows there: all other fields are. */
export const beyondInterface: ReadonlyArray<Beyond> = [
  {
    operation: "Registration.confirmNewEmail",
    fields: ["avatar.original", "avatar.thumb", "avatar.timestamp", "avatar.url"],
    reason: "the picture of an account is a text, §2.4"
  },
  {
    operation: "Registration.confirmNewEmail",
    fields: ["confirmed_at", "email_confirmed", "enterprise_id"],
    reason: "an account has confirmed_email alone of these, §2.4"
  },
  {
    operation: "Calls.list",
    fields: ["[].dialerId"],
    reason: "spelt dialderId, §2.8"
  },
  {
    operation: "Calls.read",
    fields: ["dialerId"],
    reason: "spelt dialderId, §2.8"
  },
  {
    operation: "Calls.recent",
    fields: ["contact.avatar.original", "contact.avatar.thumb"],
    reason: "the picture of a contact has timestamp and url, §2.9"
  },
  {
    operation: "EnterpriseUsers.list",
    fields: ["entries[].avatar.timestamp", "entries[].avatar.url"],
    reason: "the picture of an entry, where one is seen, has original and thumb, §2.5"
  },
  {
    operation: "Pods.list",
    fields: ["entries[].users"],
    reason: "a pod has user_count, and of its members admins alone, §2.6"
  }
]
