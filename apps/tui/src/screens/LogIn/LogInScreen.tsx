import { Box, Text } from "ink"

import { Field } from "../../components/Field.tsx"
import { Lines } from "../../components/Lines.tsx"
import type { Line } from "../../components/Lines.tsx"
import type { AccountState } from "../../engine/Account.ts"
import { clock } from "../../freshnessText.ts"
import { useCell } from "../../hooks/useCell.ts"
import { useTheme } from "../../hooks/useTheme.ts"
import { keyOf } from "../../keymap/lookup.ts"
import { useModel } from "../../Runtime.tsx"
import { wrap } from "../../text/fit.ts"
import { glyphs } from "../../theme.ts"

const lines = (text: string, tone: Line["tone"], width: number) =>
  wrap(text, width).map((part): Line => ({ text: part, tone }))

const messages = ({ busy, ended, problem, retryAt }: AccountState, width: number): ReadonlyArray<Line> => {
  const why =
    ended === undefined
      ? []
      : lines(`${glyphs.stale} The session has ended: ${ended} Log in to go on where you were.`, "warning", width)
  if (busy) return [...why, ...lines(`${glyphs.busy} Logging in …`, "warning", width)]
  if (problem === undefined) return why
  const next =
    retryAt === undefined
      ? problem.todo
      : `It is tried again at ${clock.format(retryAt)}; ${keyOf("connect.now")} tries now, ${keyOf("connect.form")} logs in otherwise.`
  return [...why, ...lines(`${glyphs.problem} ${problem.what}`, "bad", width), ...lines(next, "plain", width)]
}

/** The log-in form, with why one is here if a session ended. */
export const LogInScreen = ({ height, width }: { readonly width: number; readonly height: number }) => {
  const theme = useTheme()
  const { account, ui } = useModel()
  const { form } = useCell(ui)
  const state = useCell(account.state)
  const roomy = height >= 8
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <Text {...theme.strong}>Log in</Text>
      {roomy && <Text> </Text>}
      <Field
        label="E-mail or user name"
        field={form.email}
        focused={form.focus === "email" && !state.busy}
        width={width}
      />
      <Field
        label="Password           "
        field={form.password}
        focused={form.focus === "password" && !state.busy}
        width={width}
        secret
      />
      {roomy && <Text> </Text>}
      <Lines lines={messages(state, width)} />
    </Box>
  )
}
