import type { Mail } from "../world/model/rows.ts"

const confirmations: Partial<Record<Mail["kind"], string>> = {
  confirmation: "/api/v1/register/confirm",
  enterprise: "/api/v1/register/confirm",
  "new-email": "/api/v1/register/confirm_new_email"
}

/** Whether the link of an e-mail is to be posted to. */
export const isPosted = ({ kind }: Mail): boolean => confirmations[kind] !== undefined

/** Where the link of an e-mail leads; nothing where it has none. */
export const linkOf = ({ kind, token, url }: Mail, base: string): string | undefined => {
  const path = confirmations[kind]
  return path === undefined || token === undefined ? url : `${base}${path}?confirmation_token=${token}`
}
