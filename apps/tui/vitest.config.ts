import { project } from "../../tooling/vitest.ts"

export default project({
  // test files share a process and what it has loaded: each makes what it needs, and nothing else is shared
  isolate: false
})
