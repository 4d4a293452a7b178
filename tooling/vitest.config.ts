import { project } from "./vitest.ts"

// the files share nothing but modules, which are loaded once
export default project({ isolate: false })
