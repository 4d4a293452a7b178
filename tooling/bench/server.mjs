// answers every request with a page of users with all fields that deployed services send
import { createServer } from "node:http"

const moment = "2026-01-01T00:00:00.000000Z"

const user = (_, index) => ({
  id: index + 1,
  username: `user.${index}`,
  name: `User Number ${index}`,
  email: `user.${index}@example.com`,
  available: true,
  last_used_at: moment,
  active: true,
  avatar: { original: null, thumb: null },
  confirmation_sent_at: "",
  confirmed_at: moment,
  created_at: moment,
  email_confirmed: true,
  enterprise_id: 1,
  first_call_at: "",
  invitation_sent_at: moment,
  is_confirmed: true,
  is_first_login: false,
  license: "standard",
  location: "Lab",
  manage: false,
  permissions: ["web_login", "manage_personal_contacts"],
  provider: null,
  provider_uid: null,
  role_id: 3,
  role_name: "User",
  status: 1,
  status_message: "",
  title: "Engineer",
  token: `token-of-${index}`,
  unavailable_expires_at: "",
  updated_at: moment
})

const pageOf = (size) => {
  const entries = Array.from({ length: size }, user)
  return Buffer.from(JSON.stringify({ entries, total_entries: size, total_pages: 1, page: 1, page_size: size }))
}

const pages = new Map()

const server = createServer(({ url }, response) => {
  const size = Number(new URL(url, "http://localhost").searchParams.get("page_size") ?? 20)
  const body = pages.get(size) ?? pageOf(size)
  pages.set(size, body)
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body)
})
server.listen(0, "127.0.0.1", () => process.send?.(server.address()))
