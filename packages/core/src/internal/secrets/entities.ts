// each with its character at the end
const signs =
  "quot\" amp& lt< gt> apos' Tab\t NewLine\n excl! num# dollar$ percnt% lpar( rpar) ast* midast* plus+ comma, period. " +
  "sol/ colon: semi; equals= quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] Hat^ lowbar_ UnderBar_ grave` lcub{ " +
  "lbrace{ verbar| vert| VerticalLine| rcub} rbrace} szligß aeligæ AEligÆ oslashø OslashØ sect§ deg° pound£ yen¥ cent¢"

const marks: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  ring: "\u030A",
  cedil: "\u0327"
}

let byName: ReadonlyMap<string, string> | undefined

const read = () => new Map(signs.split(" ").map((sign) => [sign.slice(0, -1), sign.slice(-1)] as const))

/** The code point of a character that HTML has a name for, of those that a password or a token may hold. */
export const codeOf = (name: string): number | undefined => {
  const mark = marks[name.slice(1)]
  const character = mark === undefined ? (byName ??= read()).get(name) : (name.charAt(0) + mark).normalize("NFC")
  return character?.codePointAt(0)
}
