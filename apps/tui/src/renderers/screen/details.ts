import { fit, wrap } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { Details } from "../../view/View.ts"
import { styled } from "./sgr.ts"

const labelWidth = 11

/** Everything known of a row, as lines of exactly a width. */
export const detailLines = (theme: Theme, { facts, name, state }: Details, width: number): ReadonlyArray<string> => [
  styled(theme.strong, fit(name, width)),
  ...(state.text === "" ? [] : [styled(theme[state.tone], fit(state.text, width))]),
  "",
  ...facts.flatMap(({ label, text }) =>
    wrap(text, Math.max(1, width - labelWidth)).map((part, index) =>
      fit(`${fit(index === 0 ? label : "", labelWidth)}${part}`, width)
    )
  )
]
