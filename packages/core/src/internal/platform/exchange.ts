/** What sends requests where a program does not say. The bundles for Node have `node/exchange.ts` instead. */
export { layer } from "../../HttpFetch.ts"
