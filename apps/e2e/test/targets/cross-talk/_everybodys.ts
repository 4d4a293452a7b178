/** The address that everybody uses who runs at the same time: in a world of one's own nobody else has it. */
export const email = "everybodys@example.com"
