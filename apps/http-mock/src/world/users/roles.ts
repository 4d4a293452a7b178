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

interface OfEnterprise {
  readonly settings: { readonly enterprise?: { readonly id: number } }
}

export const enterpriseIdOf = ({ settings }: OfEnterprise): number => settings.enterprise?.id ?? enterpriseId
