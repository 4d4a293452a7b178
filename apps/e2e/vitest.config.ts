import { project } from "../../tooling/vitest.ts"

export default project({
  // test files share a process and what it has loaded: each has emulators of its own, and nothing else to share
  isolate: false
})
