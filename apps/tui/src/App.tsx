import { Box, Text, useInput, usePaste, useWindowSize } from "ink"
import { useMemo } from "react"

import { Header } from "./components/Header.tsx"
import { Hints } from "./components/Hints.tsx"
import * as dispatch from "./dispatch.ts"
import { freshnessText } from "./freshnessText.ts"
import { useCell } from "./hooks/useCell.ts"
import { fromInk } from "./keymap/KeyPress.ts"
import { hintsFor } from "./keymap/lookup.ts"
import * as Freshness from "./list/Freshness.ts"
import type { ListState } from "./list/ListState.ts"
import { useModel } from "./Runtime.tsx"
import { contextsOf, screens } from "./Screens.ts"
import * as fieldCommands from "./screens/fieldCommands.ts"
import { HelpScreen } from "./screens/Help/HelpScreen.tsx"
import { LogInScreen } from "./screens/LogIn/LogInScreen.tsx"

const least = { width: 30, height: 7 }

/** Header, screen and hints. Always one line less than the terminal has: a full screen would be cleared and redrawn. */
export const App = () => {
  const model = useModel()
  const { columns: width, rows } = useWindowSize()
  const height = rows - 1
  const press = useMemo(() => dispatch.make(model), [model])
  useInput((input, key) => {
    for (const each of fromInk(input, key)) press(each)
  })
  const ui = useCell(model.ui)
  const { who } = useCell(model.account.state)
  const contexts = contextsOf(ui, who !== undefined)
  usePaste((text) => {
    if (contexts.includes("field")) fieldCommands.type(model, text)
  })

  if (width < least.width || height < least.height) {
    return <Text>{`Too small: ${least.width} columns and ${least.height + 1} rows are needed.`}</Text>
  }
  const room = { width, height: height - 2 }
  const { View } = screens[ui.screen]
  const hints = hintsFor(contexts).filter(({ command }) => command !== `screen.${ui.screen}`)
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <Top width={width} who={who} />
      {who === undefined ? (
        <LogInScreen {...room} />
      ) : ui.overlay?._tag === "Help" ? (
        <HelpScreen {...room} />
      ) : (
        <View {...room} />
      )}
      {ui.count === "" ? <Hints bindings={hints} width={width} /> : <Text>{`${ui.count} …`}</Text>}
    </Box>
  )
}

const Top = ({ who, width }: { readonly who: string | undefined; readonly width: number }) => {
  const { pods, region, ui, users } = useModel()
  const list = useCell(ui).screen === "users" ? users.list : pods.list
  const state = useCell<ListState<unknown>>(list.state)
  return (
    <Header
      width={width}
      region={region.name}
      address={region.address}
      who={who ?? ""}
      state={who === undefined ? { text: "not logged in", tone: "quiet" } : freshnessText(Freshness.of(state))}
    />
  )
}
