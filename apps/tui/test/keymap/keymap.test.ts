import * as Stream from "effect/Stream"
import { describe, expect, test } from "vitest"

import { loggedOut } from "../../src/engine/AccountState.ts"
import { keyText, defaultKeys } from "../../src/keymap/Keys.ts"
import { defaultBindings } from "../../src/keymap/Keys.ts"
import * as Form from "../../src/model/Form.ts"
import { Importing } from "../../src/model/Importing.ts"
import * as LogInForm from "../../src/model/LogInForm.ts"
import * as Menu from "../../src/model/Menu.ts"
import { keyContexts } from "../../src/model/Model.ts"
import * as TextField from "../../src/model/TextField.ts"
import * as Ui from "../../src/model/Ui.ts"
import { calls } from "../../src/resources/calls/calls.ts"
import { pods } from "../../src/resources/pods.ts"
import { register } from "../../src/resources/register.ts"
import { resources } from "../../src/resources/resources.ts"
import { users } from "../../src/resources/users.ts"
import * as ChartState from "../../src/statistics/ChartState.ts"
import * as Statistics from "../../src/statistics/Statistics.ts"

const field = { graphemes: [], cursor: 0 }
const [action] = users.actions
if (action === undefined) throw new Error("users have no action")
const question: Ui.Overlay = {
  _tag: "Confirm",
  action,
  target: { resource: users, row: {} },
  meaning: "",
  field
}

const [, update] = users.forms ?? []
if (update === undefined) throw new Error("users have no forms")
const filling = (focus: number): Ui.FormState => ({
  _tag: "Form",
  action: update,
  resource: users,
  row: {},
  form: { ...Form.make(update.fields), focus },
  first: Form.make(update.fields),
  isDraft: false,
  isBusy: false,
  problem: undefined
})
const account = { ...loggedOut, who: "ada@example.com" }
const over = (overlay: Ui.Overlay) => keyContexts({ ...Ui.initial, overlay }, account, false)

const statistics = Statistics.fromEvents({})
const chart = { title: "", statistics, state: ChartState.initial(statistics) }
const importSteps = ["file", "looking", "ready", "confirming", "sending", "over"] as const

const places: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["the log-in form", keyContexts(Ui.initial, loggedOut, false)],
  [
    "the last field of the log-in form",
    keyContexts({ ...Ui.initial, logIn: LogInForm.update(LogInForm.empty, Form.next) }, loggedOut, false)
  ],
  ["a screen that needs nobody logged in", keyContexts({ ...Ui.initial, screen: register }, loggedOut, false)],
  ["a start without a connection", keyContexts(Ui.initial, { ...loggedOut, retryAt: 1 }, true)],
  ...resources.map((screen) => [screen.name, keyContexts({ ...Ui.initial, screen }, account, false)] as const),
  ["the details", keyContexts({ ...Ui.initial, pane: "details" }, account, false)],
  ["the details of a call", keyContexts({ ...Ui.initial, screen: calls, pane: "details" }, account, false)],
  ["the statistics of a call", keyContexts({ ...Ui.initial, chart }, account, false)],
  ["the help", over({ _tag: "Help", top: 0 })],
  ["a search of the help", over({ _tag: "HelpSearch", top: 0, field: TextField.empty })],
  ["the command line", over({ _tag: "Command", field, problem: undefined })],
  ["many to be changed", over({ _tag: "Bulk", field })],
  ["a request", over({ _tag: "Request", top: 0, title: "", outcome: "", curl: "" })],
  [
    "a report",
    over({ _tag: "Report", top: 0, title: "", report: undefined, problem: undefined, isRevealed: false, answers: 0 })
  ],
  [
    "a list of secrets",
    keyContexts(
      { ...Ui.initial, screen: { ...pods, secret: { name: "token", label: "Token", value: () => undefined } } },
      account,
      false
    )
  ],
  [
    "a file to write to",
    over({ _tag: "Export", field, replaces: false, what: "", fields: [], rows: () => Stream.empty })
  ],
  ...importSteps.map((step) => [`an import, ${step}`, over({ ...new Importing(""), step })] as const),
  ["a form", over(filling(0))],
  ["the last field of a form", over(filling(1))],
  ["a menu", over(Menu.open("palette", "Commands", []))],
  [
    "a menu of several choices",
    over(Menu.open("columns", "Columns", [{ label: "NAME", detail: "name", command: "", isMarked: true }]))
  ],
  ["the notices", over({ _tag: "Notices", top: 0 })],
  ["the filter", over({ _tag: "Filter", field })],
  ["a question", over(question)],
  ["the end", over({ _tag: "Quit" })],
  ["a log-out", over({ _tag: "LogOut" })],
  ["a log-in of somebody else", over({ _tag: "LogIn" })]
]

const twice = (values: ReadonlyArray<string>) => values.filter((value, index) => values.indexOf(value) !== index)

describe("keymap", () => {
  test.each(places)("binds no key that begins a chord in %s", (_, contexts) => {
    const keys = defaultBindings.filter(({ context }) => contexts.includes(context)).flatMap(({ keys }) => keys)
    expect(keys.filter((key) => defaultKeys.isPrefix(contexts, key))).toEqual([])
  })

  test.each(places)("binds no key twice in %s", (_, contexts) => {
    const keys = defaultBindings.filter(({ context }) => contexts.includes(context)).flatMap(({ keys }) => keys)
    expect(twice(keys)).toEqual([])
  })

  test.each([...new Set(defaultBindings.map(({ context }) => context))])(
    "binds no key twice in the context %s",
    (context) => {
      expect(
        twice(defaultBindings.filter((binding) => binding.context === context).flatMap(({ keys }) => keys))
      ).toEqual([])
    }
  )

  test("names each command once", () => {
    expect(twice(defaultBindings.map(({ command }) => command))).toEqual([])
  })

  test("has every context in one of the places", () => {
    const reached = new Set(places.flatMap(([, contexts]) => contexts))
    expect(defaultBindings.map(({ context }) => context).filter((context) => !reached.has(context))).toEqual([])
  })

  test.each(places)("quits with Ctrl-C in %s", (_, contexts) => {
    expect(defaultKeys.bindingFor(contexts, "ctrl+c")?.command).toBe("app.interrupt")
  })

  test.each(places)("either types letters or binds them in %s", (_, contexts) => {
    const letters = defaultBindings.filter(
      ({ context, keys }) => contexts.includes(context) && keys.some((key) => key.length === 1)
    )
    expect(contexts.includes("field") ? letters : []).toEqual([])
  })

  test("marks final commands as dangerous", () => {
    expect(defaultBindings.flatMap(({ command, dangerous }) => (dangerous === true ? [command] : []))).toEqual([
      "users.delete",
      "pat.delete",
      "snapshots.forget",
      "register.enterprise",
      "import.confirm",
      "confirm.yes",
      "bulk.yes",
      "quit.now"
    ])
  })

  test("hints at the nearest context first, and at help and quit last", () => {
    const hints = defaultKeys.hintsFor(keyContexts(Ui.initial, account, false)).map(({ command }) => command)
    expect(hints[0]).toBe("users.deactivate")
    expect(hints.slice(-2)).toEqual(["help.open", "app.quit"])
  })

  test.each([
    ["ctrl+d", "Ctrl-D"],
    ["shift+tab", "Shift-Tab"],
    ["pageDown", "PgDn"],
    ["esc", "Esc"],
    ["up", "↑"],
    ["G", "G"],
    ["space", "Space"],
    ["g u", "gu"]
  ])("writes %s as %s", (key, text) => {
    expect(keyText(key)).toBe(text)
  })
})
