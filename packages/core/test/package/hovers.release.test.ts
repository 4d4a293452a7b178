import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import ts from "typescript6"
import { assert, describe, it } from "vitest"

const core = fileURLToPath(new URL("../../", import.meta.url))

const text = `
  import type { Calls } from "../src/Calls.ts"
  import type { EnterpriseUsers } from "../src/EnterpriseUsers.ts"
  import type { Pods } from "../src/Pods.ts"
  declare const calls: Calls["Service"]
  declare const users: EnterpriseUsers["Service"]
  declare const pods: Pods["Service"]
  export const page = users.list()
  export const stream = pods.stream()
  export const list = calls.list()`

describe("an editor", () => {
  it("shows the types of the Effect form by their names", { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(core, "hovers-"))
    try {
      const file = join(folder, "program.ts")
      writeFileSync(file, text)
      const program = ts.createProgram([file], {
        target: ts.ScriptTarget.ES2024,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        strict: true,
        exactOptionalPropertyTypes: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        types: []
      })
      const checker = program.getTypeChecker()
      const source = program.getSourceFile(file)
      const module = source && checker.getSymbolAtLocation(source)
      const flags = ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope
      const types = (module === undefined ? [] : checker.getExportsOfModule(module)).map((symbol) =>
        checker.typeToString(checker.getTypeOfSymbol(symbol), undefined, flags)
      )
      assert.match(types[0] ?? "", /^Effect<Page<EnterpriseUser>, /)
      assert.match(types[1] ?? "", /^Stream<Pod, /)
      assert.match(types[2] ?? "", /^Effect<readonly Call\[\], /)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
