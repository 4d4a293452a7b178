import { registerHooks } from "node:module"

// says on standard error which files of the emulator and of sub-commands a program loads
registerHooks({
  load: (url, context, next) => {
    const [, file] =
      /\/apps\/((?:http-mock|e2e\/src\/(?:compare|explain|fuzz|k6|record|load\/html))\/.*)$/.exec(url) ?? []
    if (file !== undefined) process.stderr.write(`${file}\n`)
    return next(url, context)
  }
})
