/** Has the emulator at the address of a region have a fault, and a request in its journal. */
export const filled = async (url: string): Promise<void> => {
  const fault = { operations: ["Calls.list"], region: "eu", does: { kind: "reset" } }
  const headers = { "content-type": "application/json" }
  await fetch(`${new URL(url).origin}/__mock/faults`, { method: "POST", headers, body: JSON.stringify(fault) })
  await fetch(`${url}/api/v1r1/enterprise/users`)
}
