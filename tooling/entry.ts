/** The oldest version of node in a range such as `>=22.19`. */
export const leastOf = (range: string): readonly [major: number, minor: number] => {
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(range) ?? []
  if (major === undefined || minor === undefined)
    throw new Error(`engines.node is ${range}. Write it as >=22.19, for what the command says on an older Node.`)
  return [Number(major), Number(minor)]
}

/**
 * The file that a command is started by. It names nothing that an old node does not have, which would end it without a
 * word of why. A later start finds the rest compiled, though this one be killed; where nothing can be written it goes on
 * without.
 */
export const entryOf = (start: string, range: string): string => {
  const [major, minor] = leastOf(range)
  return `#!/usr/bin/env node
import module from "node:module"
const { node } = process.versions
const [major, minor] = node.split(".").map(Number)
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  console.error(\`Node \${node} is too old, this needs ${major}.${minor} or newer. Install a newer Node, or run it with npx -y -p node@24 in front.\`)
  process.exit(1)
}
module.enableCompileCache()
await import(${JSON.stringify(start)})
setTimeout(module.flushCompileCache, 3000).unref()
`
}
