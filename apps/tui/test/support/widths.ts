import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes"
import { Unicode11Addon } from "@xterm/addon-unicode11"
import xterm from "@xterm/headless"

const terminal = (version: string) => {
  const terminal = new xterm.Terminal({ cols: 200, rows: 400, scrollback: 0, allowProposedApi: true, convertEol: true })
  terminal.loadAddon(new Unicode11Addon())
  terminal.loadAddon(new UnicodeGraphemesAddon())
  terminal.unicode.activeVersion = version
  return terminal
}

/** Terminals that differ in how wide they draw: as Unicode 6, as Unicode 11, and by graphemes as Unicode 15. */
export const terminals = ["6", "11", "15-graphemes"].map((version) => [version, terminal(version)] as const)

/** In which column the cursor is after each line of at most 200 cells. */
export const columnsAfter = async (terminal: xterm.Terminal, lines: ReadonlyArray<string>) => {
  const columns: Array<number> = []
  for (let from = 0; from < lines.length; from += terminal.rows) {
    const some = lines.slice(from, from + terminal.rows)
    await new Promise<void>((done) => terminal.write(`\u001Bc${some.map((line) => `${line}|`).join("\n")}`, done))
    for (const row of some.keys()) {
      const line = terminal.buffer.active.getLine(row)
      columns.push(Array.from({ length: 200 }, (_, x) => line?.getCell(x)?.getChars()).lastIndexOf("|"))
    }
  }
  return columns
}
