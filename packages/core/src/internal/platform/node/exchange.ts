/** What sends requests where a program does not say. */
export { layer } from "../../../HttpNode.ts"
