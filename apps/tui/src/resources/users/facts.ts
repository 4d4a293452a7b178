import type { EnterpriseUsers } from "@remote-assist/core"

import type { Resource } from "../Resource.ts"
import { moments, yesNo } from "../texts.ts"

export const facts: Resource<EnterpriseUsers.EnterpriseUser>["facts"] = [
  ["Name", (user) => user.name],
  ["E-mail", (user) => user.email],
  ["User name", (user) => user.username],
  ["Role", (user) => user.role_name],
  ["Title", (user) => user.title],
  ["Location", (user) => user.location],
  ["License", (user) => user.license],
  ["Available", (user) => yesNo(user.available)],
  ["Status", (user) => user.status_message],
  ["Last used", (user) => moments(user.last_used_at)],
  ["Created", (user) => moments(user.created_at)],
  ["Confirmed", (user) => moments(user.confirmed_at) || yesNo(user.is_confirmed)],
  ["First call", (user) => moments(user.first_call_at)],
  ["Id", (user) => String(user.id)],
  ["May", (user) => user.permissions?.join(", ")]
]
