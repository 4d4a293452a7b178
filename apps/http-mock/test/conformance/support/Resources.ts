import { call, call_event_stream, hermes_call_event, recent_call } from "./CallResources.ts"
import type { Form } from "./Operations.ts"
import { anything, boolean, dateTime, exactly, integer, listOf, object, string } from "./Shape.ts"
import type { Shape } from "./Shape.ts"

// §2.2

const token_info = {
  created_at: integer,
  data: string,
  expires_at: integer,
  issuer: string,
  permissions: listOf(string),
  status: string
}

// §2.3

const personal_access_token = object({ description: string, id: integer, token: string })

// §2.4

const user = object({
  active: boolean,
  available: string,
  avatar: string,
  confirmed_email: boolean,
  created_at: dateTime,
  email: string,
  id: integer,
  is_confirmed: boolean,
  is_first_login: boolean,
  last_used_at: dateTime,
  name: string,
  permissions: listOf(string),
  personal_room_session_id: string,
  personal_room_url: string,
  role_id: integer,
  role_name: string,
  status: string,
  status_message: string,
  token: string,
  unavailable_expires_at: dateTime,
  updated_at: dateTime,
  username: string
})

// §2.5

export const enterpriseUser = object(
  {
    id: integer,
    username: string,
    name: string,
    email: string,
    available: boolean,
    last_used_at: dateTime,
    active: boolean
  },
  { further: true }
)

// §2.6; the last three are not shown there, and deployed entries have them

const pod = object(
  {
    id: integer,
    enterprise_id: integer,
    name: string,
    description: string,
    avatar: object({ original: string, thumb: string }),
    default: boolean,
    user_count: integer,
    admin_count: integer,
    subpods: listOf(anything),
    admins: listOf(anything),
    email: string,
    expert: boolean,
    manage: boolean
  },
  { absent: ["email", "expert", "manage"] }
)

// §2.7

const page = (entry: Shape) =>
  object({ entries: listOf(entry), total_entries: integer, total_pages: integer, page: integer, page_size: integer })

// §2.12

const on_call_group = object({
  avatar: string,
  description: string,
  enterprise_id: integer,
  favorite: boolean,
  id: integer,
  name: string,
  on_call_group: boolean
})

/** The shapes of the bodies, written by hand from §2. */
export const shapes: { readonly [Name in Exclude<Form, "empty">]: Shape } = {
  errorV1: object({ code: integer, message: string }),
  errorV1R1: object({ code: integer, message: string, name: exactly("generic") }),
  string,
  "not shown": anything,
  refresh_tokenV1: object({ refresh: string, token: string }),
  tokenV1: object({ token: string }),
  token_info: object(token_info),
  validated_token_info: object({ ...token_info, id: string, type: string }),
  personal_access_token,
  personal_access_tokens: listOf(personal_access_token),
  confirmation: object({ message: string, status: string }),
  user,
  calls: listOf(call),
  call,
  recent_call,
  call_event_stream,
  hermes_call_event,
  on_call_groups: page(on_call_group),
  "enterprise users": page(enterpriseUser),
  pods: page(pod)
}
