import * as Result from "effect/Result"
import { describe, expect, test } from "vitest"

import * as Keys from "../../src/keymap/Keys.ts"
import { defaultBindings } from "../../src/keymap/Keys.ts"
import { parseKey, applyUserKeys } from "../../src/keymap/userKeys.ts"
import { allContexts } from "../../src/model/Model.ts"

const wrongIn = (text: string) =>
  Result.match(applyUserKeys(defaultBindings, allContexts, text), { onFailure: (wrong) => wrong, onSuccess: () => [] })

const keysOf = (text: string, command: string) =>
  Result.getOrThrow(applyUserKeys(defaultBindings, allContexts, text)).find((binding) => binding.command === command)
    ?.keys

describe("the keys of a user", () => {
  test.each([
    ["one key", '{"users.deactivate": ["ctrl+x"]}', "users.deactivate", ["ctrl+x"]],
    ["a text for one", '{"users.deactivate": "ctrl+x"}', "users.deactivate", ["ctrl+x"]],
    ["several, each once", '{"list.down": ["J", "down", "J"]}', "list.down", ["J", "down"]],
    ["none", '{"app.quit": null}', "app.quit", []],
    ["two one after the other", '{"list.end": ["g z"]}', "list.end", ["g z"]],
    [
      "names as people write them",
      '{"list.end": ["PgDn", "Ctrl+X", "Del"], "list.pageDown": null}',
      "list.end",
      ["pageDown", "ctrl+x", "delete"]
    ],
    ["names as the reference writes them", '{"list.up": ["↑", "Ctrl+←"]}', "list.up", ["up", "ctrl+left"]],
    ["modifiers in any order", '{"list.end": ["shift+ctrl+up"]}', "list.end", ["ctrl+shift+up"]],
    ["one that few terminals send, beside another", '{"list.end": ["E", "alt+e"]}', "list.end", ["E", "alt+e"]],
    ["others untouched", "{}", "list.down", ["j", "down"]]
  ])("can be %s", (_, text, command, keys) => {
    expect(keysOf(text, command)).toEqual(keys)
  })

  test("can trade places", () => {
    expect(keysOf('{"list.down": ["k"], "list.up": ["j"]}', "list.up")).toEqual(["j"])
  })

  test.each([
    ["no JSON", '{\n "app.quit" null}', ["it is not JSON from line 2, column 13. Correct it there."]],
    ["no object", "[]", ["it is not an object of commands"]],
    ["an unknown command", '{"users.deactivat": "X"}', ['write "users.deactivate"']],
    ["a command like none", '{"frobnicate": "X"}', ["remote-assist keys shows all"]],
    ["no keys", '{"list.down": 3}', ['"list.down" takes keys']],
    ["an unknown key", '{"list.down": "hyper+x"}', ['"hyper+x" of "list.down" is not a key']],
    ["a misspelt key", '{"list.down": "pagdown"}', ['"pagdown" of "list.down" is not a key: write pageDown']],
    ["an empty key", '{"list.down": ""}', ['"" of "list.down" is not a key: write null']],
    ["three keys", '{"list.down": "x y z"}', ["is more than two keys"]],
    ["what no terminal sends", '{"list.down": "ctrl+i"}', ["terminals send the same for tab"]],
    ["what few terminals send", '{"list.down": "alt+j"}', ["is sent by few terminals"]],
    ["Shift with a character", '{"list.down": "shift+j"}', ['write "J"']],
    ["what is taken", '{"list.down": "ctrl+z"}', ["is taken: it stops the program"]],
    ["the last way to quit", '{"app.interrupt": null}', ['"app.interrupt" needs a key']],
    ["the way out of a menu", '{"menu.cancel": null}', ['"menu.cancel" needs a key']],
    ["two meanings", '{"sort.open": "d"}', ['"d" is both "users.deactivate" and "sort.open"']],
    ["two meanings across contexts", '{"users.delete": "q"}', ['"q" is both "users.delete" and "app.quit"']],
    [
      "a chord whose first key is bound",
      '{"list.end": "j j"}',
      ['"j j" of "list.end" can never be typed, as "j" is "list.down"']
    ],
    [
      "a key that begins chords",
      '{"list.end": "y"}',
      ['"y y" of "copy.name" can never be typed, as "y" is "list.end"']
    ],
    ["a symbol of a bound key", '{"list.end": "⏎"}', ['"enter" is both "list.end" and "list.details"']],
    ["a letter where one types", '{"menu.choose": "x"}', ["could not be typed as text any more"]],
    ["a digit in a list", '{"list.end": "9"}', ["would begin a number"]],
    ["a command twice", '{"list.end": "E", "list.end": "F"}', ['"list.end" stands there more than once']]
  ])("cannot have %s", (_, text, wrong) => {
    const found = wrongIn(text)
    for (const each of wrong) expect(found.join("\n")).toContain(each)
    for (const each of found) expect(each).toMatch(/[:.] .*\.$/)
  })

  test.each(allContexts.filter((contexts) => !contexts.includes("logIn") || contexts.includes("logInOverlay")))(
    "leave a way out in each place: %s",
    (...contexts) => {
      const rest = defaultBindings.filter(({ isNeeded }) => isNeeded !== true).map(({ command }) => [command, null])
      const left = Result.getOrThrow(
        applyUserKeys(defaultBindings, allContexts, JSON.stringify(Object.fromEntries(rest)))
      )
      const out = left.filter(({ context, keys }) => context !== "always" && contexts.includes(context) && keys[0])
      expect(out).not.toEqual([])
    }
  )

  test.each(["public.leave", "logIn.cancel", "import.stop"])("keep a key for %s, the only way out", (command) => {
    expect(wrongIn(JSON.stringify({ [command]: null })).join()).toContain(`"${command}" needs a key`)
  })

  test("returns all errors at once, and each conflict once", () => {
    expect(wrongIn('{"sort.open": "d", "nothing": "x", "list.up": "hyper+x"}')).toHaveLength(3)
  })

  test("accepts a colon as a key", () => {
    expect(wrongIn('{"line.open": [":", ":", ":"]}')).toEqual([])
  })

  test.each(defaultBindings.flatMap(({ keys }) => keys))("parses the default key %s", (key) => {
    expect(Result.getOrThrow(parseKey(key)).key).toBe(key)
  })

  test("are named in texts, and the word of the command line if a command has none", () => {
    const keys = Keys.make(
      Result.getOrThrow(
        applyUserKeys(defaultBindings, allContexts, '{"list.end": "E", "list.refresh": null, "list.other": null}')
      )
    )
    expect(keys.keyOf("list.end")).toBe("E")
    expect(keys.keyOf("list.refresh")).toBe(":refresh")
    expect(keys.keyOf("list.other")).toBe("list.other")
  })
})
