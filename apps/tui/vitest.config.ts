import { fileURLToPath } from "node:url"

import { project } from "../../tooling/vitest.ts"

export default {
  ...project({
    // test files share a process and what it has loaded: each makes what it needs, and nothing else is shared
    isolate: false,
    env: {
      NODE_ENV: "production",
      // for the programs that tests start from source
      NODE_OPTIONS: `--require="${fileURLToPath(new URL("../../tooling/tsx.cjs", import.meta.url))}"`
    }
  }),
  // as in production, where React draws four times as fast
  oxc: { jsx: { runtime: "automatic", development: false } }
}
