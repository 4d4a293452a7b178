import { existsSync } from "node:fs"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"

import { emulatorProcess } from "../support/emulatorProcess.ts"
import { program } from "../support/program.ts"

/** What stands before an emulator and hangs up on requests of a path. */
const hangingUpOn = async (origin: string, path: string) => {
  const server = createServer((incoming, outgoing) => {
    const { headers, method, url = "/" } = incoming
    if (url.includes(path)) return void incoming.socket.destroy()
    const onward = request(new URL(url, origin), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe("remote-assist-e2e compare", () => {
  it("reports what a choice at a gap changes", async () => {
    const { code, stdout } = await program([
      "compare",
      "in-process",
      "in-process",
      "users/filter-matches-exactly",
      "--gap-b",
      "page.no-entries=0"
    ])
    assert.strictEqual(code, 4)
    assert.match(stdout, /EnterpriseUsers\.list 200 \$\.total_pages: value\n +A: 1\n +B: 0\n/)
  }, 240_000)

  it("reports answers that never came as drift", async () => {
    const origin = await hangingUpOn(await emulatorProcess(), "/pods")
    const { code, stdout } = await program(["compare", "in-process", origin, "pods", "--seed", "7"])
    assert.strictEqual(code, 4, stdout)
    assert.match(stdout, /Pods\.list 200: no answer/)
    assert.match(stdout, /the scenario: outcome\n +A: passed\n +B: failed: /)
  }, 240_000)

  it.each([
    [3, ["http://127.0.0.1:1"], /does not answer/],
    [2, ["live"], /^The setting REMOTE_ASSIST_REGION is missing: set it to us or eu, in the environment or /],
    [2, ["live", "--config", "nothing.env"], /nothing\.env/],
    [2, ["nowhere"], /There is no target nowhere/],
    [
      2,
      ["in-process", "--gap-b", "page.no-entries=3"],
      /--gap-b page\.no-entries=3 cannot be chosen\. Choose .* 1 or 0/
    ],
    [2, ["in-process", "--gap-b", "page.noentries=0"], /page\.no-?entries/],
    [2, ["live", "--gap-b", "page.no-entries=0"], /for emulators/],
    [2, ["in-process", "no/such/scenario"], /no\/such\/scenario chooses no scenario/]
  ])(
    "ends with %i where B is %j",
    async (code, args, message) => {
      const ended = await program(["compare", "in-process", ...args, "--json", "drift.json"])
      assert.match(ended.stderr, message)
      assert.strictEqual(ended.code, code, ended.stderr)
      assert.isFalse(existsSync(join(ended.folder, "drift.json")))
    },
    240_000
  )
})
