/** Where else users are shown by what is known of them, or counted. */
export const shownWith: ReadonlyArray<string> = ["pods", "calls", "recent", "oncall", "invite"]
