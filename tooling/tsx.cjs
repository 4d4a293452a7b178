const { readFileSync } = require("fs")
const { registerHooks } = require("module")
const { fileURLToPath } = require("url")

// Node strips types, but knows no JSX
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".tsx")) return nextLoad(url, context)
    const path = fileURLToPath(url)
    // loaded by the first component: commands have none
    const { transformSync } = require("oxc-transform")
    const { code, errors, map } = transformSync(path, readFileSync(path, "utf8"), {
      jsx: { runtime: "automatic" },
      sourcemap: true,
      typescript: { rewriteImportExtensions: false, onlyRemoveTypeImports: true }
    })
    if (errors.length > 0) throw new SyntaxError(errors.map((error) => error.codeframe || error.message).join("\n"))
    const inline = Buffer.from(JSON.stringify(map)).toString("base64")
    const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}`
    return { format: "module", shortCircuit: true, source }
  }
})
