import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import type { RequestListener } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"

import { serve } from "./project.ts"

const endGroup = (leader: number) => {
  try {
    process.kill(-leader, "SIGKILL")
  } catch {
    // it ended by itself
  }
}

/** What the script of a page posts to `/found`. The page's own origin serves it; the rest of that origin is the listener. */
export const inChromium = async (program: string, script: string, listener: RequestListener): Promise<string> => {
  await using open = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), "remote-assist-chromium-"))
  open.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { promise, resolve } = Promise.withResolvers<string>()
  const served = open.use(
    await serve((request, response) => {
      if (request.url === "/")
        return response.setHeader("content-type", "text/html").end(`<script type="module" src="/page.js"></script>`)
      if (request.url === "/page.js") return response.setHeader("content-type", "text/javascript").end(script)
      if (request.url !== "/found") return listener(request, response)
      response.end()
      return void text(request).then(resolve)
    })
  )
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${folder}`]
  // in a group of its own: a browser is many processes, and the first one may be a script that starts it
  const browser = spawn(program, [...flags, served.origin], {
    stdio: "ignore",
    detached: true,
    timeout: 45_000,
    // else it leaves more there
    env: { ...process.env, TMPDIR: folder }
  })
  const ended = once(browser, "exit").then(() => "the browser ended")
  open.defer(() => {
    if (browser.pid !== undefined) endGroup(browser.pid)
    return ended.then(() => undefined)
  })
  return await Promise.race([promise, ended])
}
