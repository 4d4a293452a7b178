// for a program that is to run without what draws a screen
require("node:module").registerHooks({
  resolve(specifier, context, next) {
    if (specifier.includes("renderers/screen/")) throw new Error(`${specifier} is loaded`)
    return next(specifier, context)
  }
})
