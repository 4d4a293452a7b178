import { textAt } from "../../support/json.ts"
import type { Chance } from "../support/Chance.ts"
import type { Client } from "../support/client.ts"

const users = "/v1r1/enterprise/users"

/** Sends random requests about a few users that all clients share. Returns the number of requests. */
export const race = async (client: Client, admin: string, chance: Chance, requests: number): Promise<number> => {
  const { below, pick } = chance
  const email = () => `${client.tenant}.${below(6)}@example.org`
  const id = () => 102 + below(10)
  let refresh = "none"
  let sent = 0
  const move = async () => {
    switch (below(7)) {
      case 0:
      case 1:
        return client.service("POST", users, { email: email(), send_email: pick([true, false]) }, admin)
      case 2:
        return client.service(
          "PUT",
          `${users}/${id()}`,
          { name: `Name ${below(1000)}`, active: pick([true, false]) },
          admin
        )
      case 3:
        return client.service("DELETE", `${users}/${id()}`, undefined, admin)
      case 4: {
        const response = await client.logIn(email())
        refresh = response.status === 200 ? textAt(response.json, "refresh") : refresh
        return response
      }
      case 5: {
        const response = await client.service("POST", "/v1/auth/refresh", { refresh_token: refresh })
        refresh = response.status === 200 ? textAt(response.json, "refresh") : refresh
        return response
      }
      default:
        return client.service("POST", "/v1r1/personal_access_token", undefined, admin)
    }
  }
  for (; sent < requests; sent++) await move()
  return sent
}
