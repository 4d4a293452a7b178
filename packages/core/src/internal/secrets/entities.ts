const ascii: Readonly<Record<string, string>> = {
  '"': "quot",
  "&": "amp",
  "<": "lt",
  ">": "gt",
  "'": "apos",
  "\t": "Tab",
  "\n": "NewLine",
  "!": "excl",
  "#": "num",
  $: "dollar",
  "%": "percnt",
  "(": "lpar",
  ")": "rpar",
  "*": "ast midast",
  "+": "plus",
  ",": "comma",
  ".": "period",
  "/": "sol",
  ":": "colon",
  ";": "semi",
  "=": "equals",
  "?": "quest",
  "@": "commat",
  "[": "lsqb lbrack",
  "\\": "bsol",
  "]": "rsqb rbrack",
  "^": "Hat",
  _: "lowbar UnderBar",
  "`": "grave DiacriticalGrave",
  "{": "lcub lbrace",
  "|": "verbar vert VerticalLine",
  "}": "rcub rbrace"
}

// from U+00A0 on
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
  "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
  "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
  "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
  "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
  "thorn yuml"

let codes: ReadonlyMap<string, number> | undefined

const read = () => {
  const made = new Map(latin.split(" ").map((name, index) => [name, 0xa0 + index] as const))
  for (const [character, names] of Object.entries(ascii)) {
    for (const name of names.split(" ")) made.set(name, character.charCodeAt(0))
  }
  return made
}

/** The code point of a character that HTML has a name for, of those that a password or a token may hold. */
export const codeOf = (name: string): number | undefined => (codes ??= read()).get(name)
