import { expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { emulator } from "../../support/service.ts"

const commands = [
  ["users", "list", "--table"],
  ["calls", "show", "call_00000000-0000-4000-8000-000000000001"]
]

test.each([{ null: true }, { long: true, extreme: true, rare: true }])(
  "shows the worst data that the contract allows: %j",
  async (ways) => {
    const { baseUrl, demo } = await emulator(4, { faults: [{ operations: ["*"], does: { kind: "worst", ...ways } }] })
    const env = {
      REMOTE_ASSIST_REGION: "us",
      REMOTE_ASSIST_US_URL: baseUrl.us,
      REMOTE_ASSIST_API_KEY: demo.apiKey,
      REMOTE_ASSIST_EMAIL: demo.email,
      REMOTE_ASSIST_PASSWORD: demo.password
    }
    for (const command of commands) {
      const { code, stderr } = await remoteAssist(command, { env })
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: "" })
    }
  }
)
