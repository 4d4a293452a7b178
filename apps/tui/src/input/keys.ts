/** Keys by the last letter of `ESC [ A`, `ESC [ 1 ; 5 A` and `ESC O A`. */
export const byLetter: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4"
}

/** Keys of the keypad in its application mode, by the letter after `ESC O`. */
export const ofKeypad: Readonly<Record<string, string>> = { M: "enter", ...byLetter }

/** Keys by the number in `ESC [ 3 ~`. */
export const byNumber: Readonly<Record<string, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageUp",
  6: "pageDown",
  7: "home",
  8: "end",
  11: "f1",
  12: "f2",
  13: "f3",
  14: "f4",
  15: "f5",
  17: "f6",
  18: "f7",
  19: "f8",
  20: "f9",
  21: "f10",
  23: "f11",
  24: "f12"
}

/** Keys by their number in the kitty keyboard protocol, where that is not the character they type. */
export const byCode: Readonly<Record<number, string>> = {
  9: "tab",
  13: "enter",
  27: "esc",
  127: "backspace",
  57414: "enter",
  57417: "left",
  57418: "right",
  57419: "up",
  57420: "down",
  57421: "pageUp",
  57422: "pageDown",
  57423: "home",
  57424: "end",
  57425: "insert",
  57426: "delete"
}

/** What the keys of the keypad type, by their number in the kitty keyboard protocol. */
export const typedByCode: Readonly<Record<number, string>> = Object.fromEntries(
  Array.from("0123456789./*-+", (text, index) => [57399 + index, text])
)

/** Keys by the control character that they send. */
export const byControl: Readonly<Record<string, string>> = {
  "\0": "ctrl+space",
  "\b": "backspace",
  "\t": "tab",
  "\n": "enter",
  "\r": "enter",
  "\r\n": "enter",
  "\u001B": "esc",
  "\u007F": "backspace"
}
