import type * as EnterpriseUsers from "@remote-assist/core/EnterpriseUsers"
import type { PodId } from "@remote-assist/core/Pods"

/** An entry of the user administration with every field set; `""` is an unset date. */
export interface Entry extends EnterpriseUsers.EnterpriseUser {
  readonly username: string
  readonly name: string
  readonly email: string
  readonly available: boolean
  readonly last_used_at: string
  readonly active: boolean
  readonly avatar: { readonly original: string | null; readonly thumb: string | null }
  readonly confirmation_sent_at: string
  readonly confirmed_at: string
  readonly created_at: string
  readonly email_confirmed: boolean
  readonly enterprise_id: number
  readonly first_call_at: string
  readonly invitation_sent_at: string
  readonly is_confirmed: boolean
  readonly is_first_login: boolean
  readonly license: string
  readonly location: string
  readonly manage: boolean
  readonly permissions: ReadonlyArray<string>
  readonly provider: string
  readonly provider_uid: string
  readonly role_id: number
  readonly role_name: string
  readonly status: number
  readonly status_message: string
  readonly title: string
  readonly unavailable_expires_at: string
  readonly updated_at: string
}

/** A user as the world keeps it. */
export interface User {
  readonly entry: Entry
  readonly pods: ReadonlyArray<PodId>
  /** The one chosen at registration. */
  readonly password?: string
  /** An e-mail address that waits for its confirmation. */
  readonly newEmail?: { readonly address: string; readonly token: string }
  /** How often they were deactivated; unset for never. */
  readonly deactivations?: number
  readonly personalRoom?: { readonly session: string; readonly url: string }
}

export interface Role {
  readonly id: number
  readonly name: string
  readonly permissions: ReadonlyArray<string>
}

const everyone = ["manage_account", "manage_personal_contacts", "view_account", "view_contacts", "web_login"]

export const plainUser: Role = { id: 3, name: "User", permissions: everyone }

export const administrator: Role = {
  id: 1,
  name: "EnterpriseAdmin",
  permissions: [
    ...everyone,
    "enterprise_admin",
    "manage_billing",
    "manage_groups",
    "manage_reports",
    "manage_sessions",
    "manage_users"
  ]
}

export const roles: ReadonlyArray<Role> = [administrator, plainUser]

export const enterpriseId = 8888

/** The entry of a user created at `at`, active and confirmed, who has done nothing yet. */
export const newEntry = (user: {
  readonly id: EnterpriseUsers.UserId
  readonly username: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly at: string
  readonly invited: boolean
}): Entry => ({
  id: user.id,
  username: user.username,
  name: user.name,
  email: user.email,
  available: false,
  last_used_at: "",
  active: true,
  avatar: { original: null, thumb: null },
  confirmation_sent_at: "",
  confirmed_at: user.at,
  created_at: user.at,
  email_confirmed: true,
  enterprise_id: enterpriseId,
  first_call_at: "",
  invitation_sent_at: user.invited ? user.at : "",
  is_confirmed: true,
  is_first_login: true,
  license: "",
  location: "",
  manage: user.role.id === administrator.id,
  permissions: user.role.permissions,
  provider: "",
  provider_uid: "",
  role_id: user.role.id,
  role_name: user.role.name,
  status: 0,
  status_message: "",
  title: "",
  unavailable_expires_at: "",
  updated_at: user.at
})
