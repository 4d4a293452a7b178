import { relative } from "node:path"
import { fileURLToPath } from "node:url"

/** A path from the root of the repository, so that it is the same on every machine. */
const hires = relative(process.cwd(), fileURLToPath(new URL("../../../../../examples/new-hires.csv", import.meta.url)))

const ctrlP = "\u0010"

/** What is pressed in each session, and what is heard then. */
export const sessions: Record<string, ReadonlyArray<readonly [key: string, ...said: Array<string>]>> = {
  users: [
    ["j", "row 2 of 4"],
    ["d", "is deactivated", "inactive, changed\n"],
    ["z", "is active again.\n", "Grace Hopper, active\n"],
    ["z", "No change can be undone.\n"],
    ["z", "No change can be undone.\n"],
    ["G", "row 4 of 4"],
    ["j".repeat(3) + "k", "row 3 of 4"],
    ["q"]
  ],
  details: [
    ["enter", "view_contacts"],
    ["esc", "row 1 of 4"],
    ["j", "row 2 of 4"],
    ["enter", "May: "],
    ["esc", "row 2 of 4"],
    ["tab", "Name: Grace Hopper\n"],
    ["j", "E-mail: grace@example.com\n"],
    ["k", "Name: Grace Hopper\n"],
    ["esc", "row 2 of 4"]
  ],
  calls: [
    [":", "Command, edit"],
    ["calls", "calls"],
    ["enter", "row 1 of 3"],
    ["j", "row 2 of 3"],
    ["j", "row 3 of 3"],
    ["enter", "tab 1 of 4", "Id: call_"],
    ["2", "Events, tab 2 of 4", "call over"],
    ["3", "Stats, tab 3 of 4", "Overall: "],
    ["j", "Ada Lovelace\n"],
    ["esc", "row 3 of 3"],
    ["e", "Alt 1, edit, 1 of 4, empty"],
    ["A-71", "A-71"],
    ["tab", "Alt 2, edit"],
    ["tab", "Alt 3, edit"],
    ["tab", "Extra, edit"],
    ["enter", "is annotated."],
    ["o", "is opened in your browser."],
    ["l", "Recent calls"],
    ["l", "row 3 of 3"]
  ],
  statistics: [
    ["g", "g\n"],
    ["c", "row 1 of 3"],
    ["G", "row 3 of 3"],
    ["enter", "tab 1 of 4", "Id: call_"],
    ["3", "Stats, tab 3 of 4", "Overall: "],
    ["enter", "Overall good", "Times are in UTC.\n", "bandwidth video 219"],
    ["right", "(+0:05)"],
    ["tab", "2 of 2, Linus Torvalds", "(+0:05)"],
    ["+", " of 12:30"],
    ["a", "in the charts\n"],
    ["t", "numbers in place of charts\n"],
    ["end", "(+12:30)"],
    ["esc", "row 3 of 3"]
  ],
  watch: [
    ["w", "Watching the users", "w or Esc ends it"],
    ["j", "row 2 of 4"],
    ["d", "is deactivated", "inactive, changed\n"],
    ["w", "No longer watching the users"]
  ],
  journal: [
    ["g", "g\n"],
    ["e", "Clock", "row 1 of 1"],
    ["j", "Journal", "row 3 of 3"],
    ["gg", "row 1 of 3"],
    ["enter", "Entry 1: Auth.logIn"],
    ["esc", "row 1 of "],
    ["f", "There are no faults yet"]
  ],
  snapshots: [
    ["g", "g\n"],
    ["e", "Clock", "row 1 of 1"],
    ["s", "row 1 of 1, initial"],
    ["n", "edit, "],
    ["before", "before"],
    ["enter", "before is taken"],
    ["=", "Changes since"],
    ["esc", "row "],
    ["down", "row 2 of 2, before"],
    ["D", "edit, empty\n"],
    ["esc", "row "]
  ],
  outbox: [
    ["g", "g\n"],
    ["e", "Clock", "row 1 of 1"],
    ["m", "row 1 of 2"],
    ["down", "row 2 of 2"],
    ["a", "is confirmed"],
    ["up", "row 1 of 2"]
  ],
  filter: [
    ["/", "Filter, edit, empty"],
    ["active=f", "active=f"],
    ["x", "x"],
    ["backspace", "active=f"],
    ["alse", "alse"],
    ["enter", "filter active=false\n", "row 1 of 1"],
    ["esc", "row 1 of 4"],
    ["/", "Filter, edit"],
    ["name=nobody", "name=nobody"],
    ["enter", "No user matches"]
  ],
  refresh: [
    ["R", "Refreshed, this row has not changed\n"],
    ["R", "Refreshed, this row has not changed\n"],
    ["tab", "Name: Ada Lovelace"],
    ["R", "Refreshed, this row has not changed\n"],
    ["esc", "row 1 of 4"],
    ["/", "Filter, edit"],
    ["email=nobody@example.com", "nobody"],
    ["enter", "No user matches"],
    ["R", "Refreshed, still empty\n"],
    ["g", "g\n"],
    ["c", "row 1 of 3"],
    ["G", "row 3 of 3"],
    ["enter", "tab 1 of 4"],
    ["3", "Stats, tab 3 of 4", "Overall: "],
    ["R", "Refreshed, nothing has changed\n"],
    ["enter", "Times are in UTC."],
    ["R", "Refreshed, nothing has changed\n"],
    ["esc", "row 3 of 3"],
    ["g", "g\n"],
    ["e", "row 1 of 1"],
    ["s", "row 1 of 1, initial"],
    ["R", "Refreshed, this row has not changed\n"],
    ["=", "Changes since"],
    ["R", "Refreshed, nothing has changed\n"]
  ],
  marks: [
    ["v", "1 marked\nAda Lovelace, marked\n"],
    ["v", "Ada Lovelace, not marked\n"],
    ["*", "all 4 marked\nAda Lovelace, marked\n"],
    ["j", "row 2 of 4, Grace Hopper, active, marked, "]
  ],
  confirm: [
    ["j", "row 2 of 4"],
    ["D", "edit, empty\n"],
    ["grace", "grace"],
    ["enter", "nothing was done"],
    ["@example.com", "grace@example.com"],
    ["enter", "is deleted with all data", "deleted"],
    ["j", "row 3 of 4"],
    ["D", "edit, empty\n"],
    ["esc", "row 3 of 4"]
  ],
  help: [
    ["?", "Everywhere\n", "search the keys of all screens"],
    ["j", "d: deactivate\n"],
    ["/", "edit, empty"],
    ["deactivate", "2 lines, Users\n"],
    ["down", "d: deactivate\n"],
    ["esc", "Users\n"],
    ["esc", "row 1 of 4"]
  ],
  notices: [
    ["!", "No notices yet.\n"],
    ["esc", "row 1 of 4"],
    ["j", "row 2 of 4"],
    ["d", "is deactivated", "inactive, changed\n"],
    ["!", "12:00:00 grace@example.com is deactivated".slice(9)],
    ["esc", "row 2 of 4"]
  ],
  pods: [
    ["g", "g\n"],
    ["p", "row 1 of 2"],
    ["j", "row 2 of 2"],
    ["enter", "Id: "],
    ["g", "g\n"],
    ["u", "row 1 of 4"],
    ["3", "\n3\n"],
    ["G", "row 3 of 4"]
  ],
  session: [
    ["g", "g\n"],
    ["s", "row 1 of 1", "connected"],
    ["enter", "Renewal: automatic, with the refresh token"],
    ["l", "E-mail or user name, edit, 1 of 2, empty\n"],
    ["\u000F", "edit, empty\n"],
    ["no account", "no account\n"],
    ["enter", "Name, edit"],
    ["esc", "row 1 of 1"]
  ],
  oncall: [
    ["g", "g\n"],
    ["o", "row 1 of 2"],
    ["-", "is no longer a favorite"],
    ["+", "is a favorite of yours"],
    ["j", "row 2 of 2"]
  ],
  tokens: [
    ["g", "g\n"],
    ["t", "row 1 of 1"],
    ["n", "Create a personal access token"],
    ["enter", "\nId: 2", "Token: hidden"],
    ["r", "pat-"],
    ["esc", "row 2 of 2"]
  ],
  invite: [
    ["g", "g\n"],
    ["i", "row 1 of 2"],
    ["j", "row 2 of 2"],
    ["enter", "E-mail, edit, 1 of 2, grace@example.com"],
    ["enter", "Name, edit, 2 of 2, Grace Hopper"],
    ["enter", "is invited to your personal room by e-mail"]
  ],
  register: [
    ["g", "g\n"],
    ["r", "row 1 of 6"],
    ["enter", "edit, 1 of "],
    ["nobody", "nobody"],
    ["esc", "row 1 of 6"],
    ["j", "row 2 of 6"]
  ],
  emulator: [
    ["g", "g\n"],
    ["e", "Clock", "row 1 of 1"],
    ["h", "the clock is 1 hour later"],
    ["f", "There are no faults yet"],
    ["b", "fault-1 is on"],
    ["s", "row 1 of 1, "],
    ["m", "row 1 of 2"],
    ["o", "hidden"],
    ["esc", "row 1 of 2"]
  ],
  import: [
    ["i", "Import, step 1 of 4: file"],
    [hires, "new-hires.csv"],
    ["enter", "step 2 of 4: dry run, rows to check"],
    ["a", "Line 2: create"],
    ["esc", "row 1 of 4"]
  ],
  palette: [
    [ctrlP, "edit, empty\n"],
    ["down", "2 of "],
    ["pods", "pods\n", "pods, g p\n"],
    ["enter", "row 1 of 2"],
    [ctrlP, "edit, empty\n"],
    ["deact!", "Nothing matches the typed text\n"],
    ["esc", "row 1 of 2"]
  ],
  form: [
    ["n", "Name, edit, 1 of 5"],
    ["Mary Jackson", "Mary Jackson"],
    ["enter", "E-mail, edit, 2 of 5"],
    ["shift+tab", "Name, edit, 1 of 5, Mary Jackson"],
    ["\u001B[D", "n\n"],
    ["shift+tab", "Pods, edit, 5 of 5, empty"],
    ["one", "one"],
    ["enter", "E-mail is empty.\n", "E-mail, edit, 2 of 5, empty"],
    ["esc", "row 1 of 4"]
  ]
}
