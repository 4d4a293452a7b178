import { project } from "./vitest.ts"

export default project()
