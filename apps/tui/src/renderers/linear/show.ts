import type * as Effect from "effect/Effect"

import type { Listener } from "../../input/Keyboard.ts"
import type { Model } from "../../model/Model.ts"
import * as Renderer from "../Renderer.ts"
import { looking } from "./looking.ts"
import * as Speaker from "./Speaker.ts"

interface Options {
  readonly model: Model
  readonly listener: Listener
  /** Tells of each change of the model, until the function that it gives is called. */
  readonly subscribe: (listener: () => void) => () => void
  readonly streams: { readonly stdin: NodeJS.ReadableStream; readonly stdout: NodeJS.WritableStream }
}

/** Says in lines what changes, for a screen reader. */
export const show = ({ listener, model, streams, subscribe }: Options): Effect.Effect<never, Renderer.Crashed> => {
  const { stdin, stdout } = streams
  const look = looking(model)
  return Renderer.show({ open: (onFault) => Speaker.open({ listener, look, onFault, stdin, stdout }), subscribe })
}
