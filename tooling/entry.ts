/** Returns the minimum version in a range such as `>=22.19`. */
const minimumVersion = (range: string): readonly [major: number, minor: number] => {
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(range) ?? []
  if (major === undefined || minor === undefined)
    throw new Error(`engines.node is ${range}. Write it as >=22.19, which the message for an older Node shows.`)
  return [Number(major), Number(minor)]
}

/** Checks of an entry before the command starts. */
interface EntryOptions {
  /** Exit code if the command cannot start (default 1). */
  readonly code?: number
  /** Required range of effect, such as `~4.1.0`, if the project installs effect. */
  readonly effect?: string
}

const effectCheck = (range: string, code: number) => {
  const [, series] = /^~(\d+\.\d+)\.0$/.exec(range) ?? []
  if (series === undefined)
    throw new Error(`The range of effect is ${range}. Write it as ~4.1.0, which the message for another version shows.`)
  return `const versionOfEffect = () => {
  try {
    return module.createRequire(import.meta.url)("effect/package.json").version
  } catch {
    return undefined
  }
}
const effect = versionOfEffect()
if (effect === undefined || !effect.startsWith("${series}.")) {
  console.error(\`\${effect === undefined ? "effect is not installed" : \`effect \${effect} is installed\`}, this needs effect ${range}. Install it in the project: npm install --save-dev effect@${range}\`)
  process.exit(${code})
}
`
}

/**
 * Generates the entry of a command. It uses only what an old Node has, so that it can report the required version of Node and
 * of effect. It turns on the compile cache, and flushes it early for programs that are killed.
 */
export const generateEntry = (start: string, range: string, { code = 1, effect }: EntryOptions = {}): string => {
  const [major, minor] = minimumVersion(range)
  return `#!/usr/bin/env node
import module from "node:module"
const { node } = process.versions
const [major, minor] = node.split(".").map(Number)
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  console.error(\`Node \${node} is too old, this needs ${major}.${minor} or newer. Install a newer Node, or run it with npx -y -p node@24 in front.\`)
  process.exit(${code})
}
${effect === undefined ? "" : effectCheck(effect, code)}module.enableCompileCache()
await import(${JSON.stringify(start)})
setTimeout(module.flushCompileCache, 3000).unref()
`
}
