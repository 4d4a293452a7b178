import { readFile } from "node:fs/promises"

import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Mime from "effect/http/Mime"
import * as Option from "effect/Option"

import { problem } from "../wire/errors.ts"
import { contentSecurityPolicy } from "./access.ts"

type Response = HttpServerResponse.HttpServerResponse

// beside the bundle, or in `dist` of the package, from source and from the library
const folders = ["./console/", "../../dist/console/"].map((path) => new URL(path, import.meta.url))

const security = {
  "content-security-policy": contentSecurityPolicy("'self'"),
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

const send = (path: string, cacheControl: string, orElse: Response): Effect.Effect<Response> =>
  Effect.match(
    Effect.firstSuccessOf(folders.map((folder) => Effect.tryPromise(() => readFile(new URL(path, folder))))),
    {
      onFailure: () => orElse,
      onSuccess: (content) =>
        HttpServerResponse.uint8Array(content, {
          contentType: Option.getOrElse(Mime.getType(path), () => "application/octet-stream"),
          headers: { ...security, "cache-control": cacheControl, vary: "accept" }
        })
    }
  )

const absent = problem(
  503,
  "The console is not built. In a clone of the repository, run pnpm --filter @remote-assist/console build and load the page again. Without accept: text/html, this address lists all addresses."
)

/** Returns the page of the console. Its addresses are relative, so `/__mock` redirects to `/__mock/`. */
export const page = (path: string, prefix: string): Effect.Effect<Response> =>
  path.endsWith("/")
    ? send("index.html", "no-cache", absent)
    : Effect.succeed(HttpServerResponse.redirect(`${prefix}/__mock/`, { status: 302, headers: { vary: "accept" } }))

/** Returns a script or a style sheet of the console. The names of files contain a hash of their content. */
export const asset = (name: string): Effect.Effect<Response> =>
  send(
    `assets/${name}`,
    "public, max-age=31536000, immutable",
    problem(404, `The console has no file ${name.slice(0, 100)}. Load the page again.`)
  )
