import { connect } from "../../src/promise.ts"
import { tokenFile } from "../../src/promise/node.ts"

const [, , baseUrl = "", path = ""] = process.argv

await using remote = await connect({ name: "us", baseUrl, apiKey: "key-1", tokenStore: tokenFile(path) })
await Promise.all(Array.from({ length: 5 }, () => remote.enterpriseUsers.list()))
