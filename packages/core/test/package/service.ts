import type { RequestListener } from "node:http"

const pods = { entries: [{ id: 1, name: "Everyone" }], total_entries: 1, total_pages: 1, page: 1, page_size: 20 }

/** The operations that the consumer's programs use: a log-in, and one page of pods for the logged-in user. */
export const service: RequestListener = ({ headers, method, url = "" }, response) => {
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  if (headers["x-service-api-key"] !== "key-1") return answer(401, { code: 1, message: "no key" })
  if (method === "POST" && url.endsWith("/auth")) return answer(200, { token: "token-1", refresh: "refresh-1" })
  return headers.authorization === "token-1"
    ? answer(200, pods)
    : answer(400, { code: 1, message: "", name: "generic" })
}
