import { once } from "node:events"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

/** The API key header. */
export const key = { "x-service-api-key": "demo-api-key" }

/** The credentials of the default administrator. */
export const logIn = {
  method: "POST",
  path: "/us/api/v1r1/auth",
  headers: { ...key, "content-type": "application/json" },
  body: JSON.stringify({ email: "ada@example.com", password: "correct-horse" })
} as const

export const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Finds a free port. */
export const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  return String(port)
}

/** Measures several subjects in turn, so that other load affects all of them, and returns medians without the first round. */
export const inTurn = async (
  measures: ReadonlyArray<() => Promise<number>>,
  rounds: number
): Promise<ReadonlyArray<number>> => {
  const values = measures.map((): Array<number> => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, measure] of measures.entries()) {
      const value = await measure()
      if (round > 0) values[index]?.push(value)
    }
  return values.map(median)
}
