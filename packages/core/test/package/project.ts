import { cp, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import * as esbuild from "esbuild"

import { must, pack } from "./packed.ts"
import { registry } from "./registry.ts"

const consumer = fileURLToPath(new URL("../../../../examples/consumer/src", import.meta.url))

/** Serves on a socket of this machine until it is disposed of. */
export const serve = async (listener: RequestListener) => {
  const server = createServer(listener)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, "127.0.0.1", resolve)
  await promise
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** An empty project in which npm, run by the given node, has installed core and Effect. */
export const project = async (node: string, npm: string) => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-reach-"))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const root = join(folder, "project")
  const tarball = await pack()
  await cp(consumer, join(root, "src"), { recursive: true })
  await writeFile(join(root, "package.json"), JSON.stringify({ private: true, type: "module" }))
  using served = await serve(await registry(join(folder, "effect")))
  const flags = ["--registry", served.origin, "--cache", join(folder, "cache"), "--no-audit", "--no-fund"]
  await must(node, [npm, "install", ...flags, tarball, "effect"], root)
  // for a node that knows no types
  const untyped = (from: string, outfile: string, format: "esm" | "cjs") =>
    esbuild.build({
      entryPoints: [join(root, "src", from)],
      outfile: join(root, "src", outfile),
      format,
      bundle: true,
      packages: "external"
    })
  await untyped("main.ts", "main.js", "esm")
  await untyped("require.cts", "require.cjs", "cjs")
  const resources = stack.move()
  return { root, remove: () => resources.disposeAsync() }
}

/** A program that an application's build bundles in a project, for what is not Node. */
export const bundled = async (root: string, contents: string, ...conditions: ReadonlyArray<string>) => {
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: join(root, "src"), loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    conditions: [...conditions],
    write: false
  })
  return outputFiles[0]?.text ?? ""
}
