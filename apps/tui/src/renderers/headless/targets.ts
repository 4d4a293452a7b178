import { Page } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

import type { AnyResource } from "../../resources/registry.ts"
import { isNamed } from "../../resources/Resource.ts"
import { because, Stopped, usage } from "./Stopped.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- a row of the resource
type Any = any

/** The row of a name, which the service looks up where it can; else the list is walked. */
export const find = (resource: AnyResource, name: string): Effect.Effect<Any, Stopped, Any> => {
  const doing = `look up ${name}`
  const filter = resource.filterFor?.(name)
  const rows: Stream.Stream<Any, Any, Any> =
    filter === undefined
      ? Page.stream<Any, Any, Any>((page) => resource.read("", page))
      : Stream.fromIterableEffect(Effect.map(resource.read(filter, 1), ({ entries }) => entries))
  return rows.pipe(
    Stream.filter((row) => isNamed(resource, row, name)),
    Stream.runHead,
    Effect.mapError((error) => because(doing, error)),
    Effect.flatMap(
      Option.match({
        onNone: () => Effect.fail(new Stopped({ kind: "refused", message: `There is no ${resource.one} ${name}.` })),
        onSome: Effect.succeed
      })
    )
  )
}

/** The names that are given, those from the standard input in place of each `-`. */
export const named = (names: ReadonlyArray<string>) => {
  const fromInput = Stream.unwrap(Effect.map(Stdio.Stdio, ({ stdin }) => stdin)).pipe(
    Stream.decodeText,
    Stream.splitLines,
    Stream.map((line) => line.trim()),
    Stream.filter((line) => line !== ""),
    Stream.mapError((error) => usage(`Cannot read the standard input (${error.reason._tag}).`))
  )
  return Stream.flatMap(Stream.fromIterable(names), (name) => (name === "-" ? fromInput : Stream.succeed(name)))
}
