import { writeFile } from "node:fs/promises"
import { join } from "node:path"

import { describe, expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { service } from "../../support/service.ts"

describe("a settings file", () => {
  const list = async (text: string) => {
    const { folder } = await home()
    const file = join(folder, "live.env")
    await writeFile(file, text)
    const { env } = await service(4)
    const { code, stderr } = await remoteAssist(["users", "list", "--config", file], { env })
    return { code, stderr: stderr.replace(file, "live.env") }
  }

  test.each([
    ["REMOTE_ASSIST_REGOIN=us", "there is no setting REMOTE_ASSIST_REGOIN. Did you mean REMOTE_ASSIST_REGION?"],
    [
      "export REMOTE_ASIST_API_KEY=k\nREMOTE_ASSIST_REGION=us",
      "REMOTE_ASIST_API_KEY. Did you mean REMOTE_ASSIST_API_KEY?"
    ],
    ['{"remote_assist_region": "us"}', "remote_assist_region. Did you mean REMOTE_ASSIST_REGION?"],
    [
      "REMOTE_ASSIST_WHATEVER_ELSE=1",
      "there is no setting REMOTE_ASSIST_WHATEVER_ELSE. Settings are REMOTE_ASSIST_REGION, "
    ],
    ["", "no setting is known"],
    ["# nothing", "no setting is known"],
    ["PATH=/bin\nhello", "no setting is known"],
    ["\u0000\u0001", "no setting is known"]
  ])("reports an unknown setting: %j", async (text, message) => {
    const { code, stderr } = await list(text)
    expect(stderr).toContain("In live.env, ")
    expect(stderr).toContain(message)
    expect(code).toBe(1)
  })

  test("may have settings of other programs", async () => {
    expect(await list("EDITOR=vi\nREMOTE_ASSIST_REGION=us\nREMOTE_ASSIST_MOUSE=0")).toEqual({ code: 0, stderr: "" })
  })
})
