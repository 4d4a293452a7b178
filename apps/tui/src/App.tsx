import { Box, Text, useWindowSize } from "ink"
import { useMemo } from "react"

import { Header } from "./components/Header.tsx"
import { Hints } from "./components/Hints.tsx"
import * as dispatch from "./dispatch.ts"
import * as Freshness from "./engine/Freshness.ts"
import { freshnessText } from "./freshnessText.ts"
import { useCell } from "./hooks/useCell.ts"
import { useKeyboard } from "./input/useKeyboard.ts"
import { keyText, screenCommand } from "./keymap/keymap.ts"
import { hintsFor } from "./keymap/lookup.ts"
import { useModel } from "./Runtime.tsx"
import type { Model } from "./Runtime.tsx"
import { contextsOf } from "./Screens.ts"
import * as fieldCommands from "./screens/fieldCommands.ts"
import { LogInScreen } from "./screens/LogIn/LogInScreen.tsx"
import { ReaderScreen } from "./screens/ReaderScreen.tsx"
import { ResourceScreen } from "./screens/ResourceScreen.tsx"

const least = { width: 30, height: 7 }

/** Pasted text goes to a text field or nowhere. */
const pasteInto = (model: Model) => (text: string) => {
  const contexts = contextsOf(model.ui.get(), model.account.state.get(), model.given !== undefined)
  if (contexts.includes("field")) fieldCommands.type(model, text)
}

/** Header, screen and hints. Always one line less than the terminal has: a full screen would be cleared and redrawn. */
export const App = () => {
  const model = useModel()
  const { columns: width, rows } = useWindowSize()
  const height = rows - 1
  useKeyboard(useMemo(() => ({ onKey: dispatch.make(model), onPaste: pasteInto(model) }), [model]))
  const ui = useCell(model.ui)
  const account = useCell(model.account.state)
  const contexts = contextsOf(ui, account, model.given !== undefined)

  if (width < least.width || height < least.height) {
    return <Text>{`Too small: ${least.width} columns and ${least.height + 1} rows are needed.`}</Text>
  }
  const room = { width, height: height - 2 }
  const { overlay } = ui
  const hints = hintsFor(contexts).filter(({ command }) => command !== screenCommand(ui.screen.name))
  const typed = `${ui.count}${keyText(ui.prefix)}`
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <Top width={width} who={account.who} />
      {account.who === undefined ? (
        <LogInScreen {...room} />
      ) : overlay?._tag === "Help" || overlay?._tag === "Notices" ? (
        <ReaderScreen {...room} of={overlay._tag} />
      ) : (
        <ResourceScreen key={ui.screen.name} {...room} resource={ui.screen} />
      )}
      {typed === "" ? <Hints bindings={hints} width={width} /> : <Text>{`${typed} …`}</Text>}
    </Box>
  )
}

const Top = ({ who, width }: { readonly who: string | undefined; readonly width: number }) => {
  const { lists, region, ui } = useModel()
  const state = useCell(lists.of(useCell(ui).screen).state)
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
