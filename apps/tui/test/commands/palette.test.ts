import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { connect } from "../../src/commands/accountCommands.ts"
import { makeCommands } from "../../src/commands/dispatch.ts"
import * as ListState from "../../src/engine/lists/ListState.ts"
import { screenCommand } from "../../src/keymap/Keys.ts"
import * as Menu from "../../src/model/Menu.ts"
import * as Model from "../../src/model/Model.ts"
import { initial } from "../../src/model/Ui.ts"
import type { AnyResource } from "../../src/resources/Resource.ts"
import { resources } from "../../src/resources/resources.ts"
import * as Tui from "../../src/Tui.ts"
import { makeTerminal } from "../support/frame.ts"
import { ada, services } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

/** Lets what a command has begun go on until it is done. */
const settled = Effect.gen(function* () {
  for (let turns = 0; turns < 20; turns++) yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
})

/** What a command says that does nothing. */
const refusal =
  /^(?:Nothing|There (?:is|are) (?:no|only)|This \w+ (?:has|sends) no)|takes (?:a|one|seconds)|This list sends/

/** Opens the palette of a screen, and runs each of its commands that changes nothing. */
const refusedOn = (screen: AnyResource) =>
  Effect.gen(function* () {
    const model = yield* Model.make
    const { lists, notices, ui } = model
    const run = makeCommands(model)
    yield* model.environment.find
    yield* connect(model, ada)
    const show = Effect.gen(function* () {
      ui.set({ ...initial, logIn: ui.get().logIn })
      run(screenCommand(screen.name))
      while (lists.of(screen).state.get().fetchedAt === undefined || ListState.isReading(lists.of(screen).state.get()))
        yield* settled
      yield* settled
      notices.dismiss()
      assert.strictEqual(ui.get().screen, screen)
      run("menu.palette")
    })
    const refused: Array<string> = []
    const offered = () => ui.overlayOf("Menu")?.choices ?? []
    yield* show
    const names = offered().map(({ command }) => command)
    for (const { changes, command } of offered()) {
      // what a change answers is tested with each action
      if (changes === true || command === "logout") continue
      yield* show
      const at = offered().findIndex((choice) => choice.command === command)
      ui.updateOverlay("Menu", (menu) => Menu.movedTo(menu, at))
      run("menu.choose")
      yield* settled
      const { shown } = notices.state.get()
      if (shown !== undefined && refusal.test(shown.text)) refused.push(`${command}: ${shown.text}`)
    }
    return { names, refused }
  }).pipe(
    Effect.provide(
      Layer.provideMerge(
        Tui.layer({ credentials: ada, streams: makeTerminal({ columns: 80, rows: 24 }, false).streams }),
        services(Wire.make(undefined))
      )
    ),
    Effect.scoped
  )

describe("the palette", () => {
  it.live.each(resources)("offers only commands that do something on the screen $name", (screen) =>
    Effect.gen(function* () {
      const { names, refused } = yield* refusedOn(screen)
      assert.include(names, "export")
      assert.deepStrictEqual(refused, [])
    })
  )
})
