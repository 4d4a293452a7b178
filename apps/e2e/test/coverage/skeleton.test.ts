import { execFile } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Contract from "@remote-assist/core/Contract"

import { fieldsOf } from "../../src/coverage/fields.ts"
import { skeletonOf } from "../../src/coverage/skeleton.ts"
import { ownFolder } from "../support/folder.ts"

const here = fileURLToPath(new URL(".", import.meta.url))
const tsc = fileURLToPath(new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url))

describe("scenarios to begin with", () => {
  it("compile as they stand, for each operation, and use all that they import", { timeout: 120_000 }, async () => {
    const folder = ownFolder(here)
    for (const operation of Contract.operations) {
      const fields = fieldsOf([...operation.successes.values()].flat())
      const { file, source } = skeletonOf(operation, { statuses: operation.statuses, fields })
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), source)
    }
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: "../../../tsconfig.test.json",
        include: ["scenarios"],
        compilerOptions: { noUnusedLocals: true, tsBuildInfoFile: "./.tsbuildinfo", rootDir: "../../../../.." }
      })
    )
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch((error) => error)
    assert.strictEqual(stdout, "")
  })
})
