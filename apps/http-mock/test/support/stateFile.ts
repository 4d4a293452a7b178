import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as Effect from "effect/Effect"

import type { Control } from "../../src/library/Control.ts"
import type { Emulator, ServerOptions } from "../../src/library/Emulator.ts"
import { controlled } from "./control.ts"
import { send } from "./wire.ts"

// in memory if possible: each write waits for the disk
const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/** A temporary folder, removed with the scope. */
export const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(parent, "state-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

/** The path of a state file in a temporary folder. */
export const fileIn = Effect.map(folder, (path) => join(path, "state.json"))

/** Runs an effect with an emulator that stores its state in a file. */
export const run = <A, E>(state: string, use: Effect.Effect<A, E, Emulator | Control>, options: ServerOptions = {}) =>
  Effect.provide(use, controlled({ ...options, state }))

/** Creates a user. */
export const create = (email: string, headers: Record<string, string>) =>
  send("POST", "/api/v1r1/enterprise/users", { headers, body: { email, send_email: false } })
