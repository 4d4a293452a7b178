import { project } from "../../tooling/vitest.ts"

export default project()
