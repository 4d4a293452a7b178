/** The oldest version of node in a range such as `>=22.19`. */
export const leastOf = (range: string): readonly [major: number, minor: number] => {
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(range) ?? []
  if (major === undefined || minor === undefined)
    throw new Error(`engines.node is ${range}. Write it as >=22.19, for what the command says on an older Node.`)
  return [Number(major), Number(minor)]
}

/** What else a command says before it starts. */
interface EntryOptions {
  /** What it ends with where it cannot start. */
  readonly code?: number
  /** The versions of effect that it works with, such as `~4.1.0`, where a project brings its own. */
  readonly effect?: string
}

const effectCheck = (range: string, code: number) => {
  const [, series] = /^~(\d+\.\d+)\.0$/.exec(range) ?? []
  if (series === undefined)
    throw new Error(`The range of effect is ${range}. Write it as ~4.1.0, for what the command says of another.`)
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
 * The file that a command is started by. It names nothing that an old node does not have, which would end it without a
 * word of why; so would a version of effect that lacks a module. A later start finds the rest compiled, though this one be
 * killed; where nothing can be written it goes on without.
 */
export const entryOf = (start: string, range: string, { code = 1, effect }: EntryOptions = {}): string => {
  const [major, minor] = leastOf(range)
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
