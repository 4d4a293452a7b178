import { readFileSync } from "node:fs"
import { enableCompileCache, registerHooks } from "node:module"
import { fileURLToPath } from "node:url"

import { transformSync } from "oxc-transform"

enableCompileCache()

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".tsx")) return nextLoad(url, context)
    const path = fileURLToPath(url)
    const { code, errors, map } = transformSync(path, readFileSync(path, "utf8"), {
      jsx: { runtime: "automatic" },
      sourcemap: true,
      typescript: { rewriteImportExtensions: false, onlyRemoveTypeImports: true }
    })
    if (errors.length > 0) throw new SyntaxError(errors.map((error) => error.codeframe ?? error.message).join("\n"))
    const inline = Buffer.from(JSON.stringify(map)).toString("base64")
    const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}`
    return { format: "module", shortCircuit: true, source }
  }
})
