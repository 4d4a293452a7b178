// answers every request with a page of 20 users, as plainly as node can
import { createServer } from "node:http"

const entries = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  username: `user.${index}`,
  name: `User Number ${index}`,
  email: `user.${index}@example.com`,
  available: true,
  last_used_at: "2026-01-01T00:00:00.000000Z",
  active: true
}))
const body = JSON.stringify({ entries, total_entries: 20, total_pages: 1, page: 1, page_size: 20 })

const server = createServer((_, response) => response.setHeader("content-type", "application/json").end(body))
server.listen(0, "127.0.0.1", () => process.send?.(server.address()))
