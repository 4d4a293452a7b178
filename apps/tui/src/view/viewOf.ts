import { underWay } from "../engine/Changes.ts"
import * as Freshness from "../engine/Freshness.ts"
import { keyText, screenCommand } from "../keymap/keymap.ts"
import type { Binding } from "../keymap/keymap.ts"
import { chordsOf, hintsFor } from "../keymap/lookup.ts"
import { contextsOf } from "../model/contexts.ts"
import type { Model } from "../model/Model.ts"
import { resources } from "../resources/registry.ts"
import { formBody, logInBody, ofForm } from "./form.ts"
import { freshnessText } from "./freshnessText.ts"
import { listBody } from "./list.ts"
import { menuBody } from "./menu.ts"
import * as Messages from "./messages.ts"
import { readerBody } from "./reader.ts"
import type { Body, Header, Said, Typed, View } from "./View.ts"

/** An address as people tell it from another. */
const hostOf = (address: string) => address.replace(/^https?:\/\//, "").replace(/\/api\/?$/, "")

const headerOf = ({ account, lists, place, profile, region, ui }: Model): Header => {
  const { who } = account.state.get()
  const { screen } = ui.get()
  return {
    region: region.name,
    place: place.get(),
    profile: [profile.name ?? "", profile.readOnly === undefined ? "" : "read-only"].filter(Boolean).join(" "),
    address: hostOf(region.address),
    who,
    tabs:
      who === undefined
        ? []
        : resources.map(({ letter, name, title }) => ({
            key: keyText(`g ${letter}`),
            title,
            isCurrent: name === screen.name
          })),
    state:
      who === undefined
        ? { text: "not logged in", tone: "quiet" }
        : freshnessText(Freshness.of(lists.of(screen).state.get()))
  }
}

const bodyOf = (model: Model): Body => {
  const { overlay, screen } = model.ui.get()
  if (model.account.state.get().who === undefined) return menuBody(overlay) ?? logInBody(model)
  return readerBody(model, overlay) ?? menuBody(overlay) ?? formBody(overlay) ?? listBody(model, screen)
}

const messagesOf = ({ account, bulk, changes, exporting, lists, notices, ui }: Model): ReadonlyArray<Said> => {
  const { shown } = notices.state.get()
  const told = shown === undefined ? [] : [Messages.ofNotice(shown)]
  if (account.state.get().who === undefined)
    return [...Messages.ofLogIn(account.state.get(), ui.get().mistake), ...told]
  const { overlay, screen } = ui.get()
  if (overlay?._tag === "Form") return ofForm(overlay)
  if (overlay?._tag === "Command" && overlay.problem !== undefined) return [{ text: overlay.problem, tone: "warning" }]
  const asked = Messages.ofOverlay(overlay, underWay(changes.state.get()))
  if (asked.length > 0) return asked
  if (overlay?._tag === "Bulk") return Messages.ofBulk(bulk.state.get())
  const { problem } = lists.of(screen).state.get()
  if (overlay?._tag === "Notices") return []
  return [
    ...Messages.ofExport(exporting.get()),
    ...Messages.ofGroup(changes.state.get().group),
    ...(problem === undefined ? [] : Messages.ofProblem(problem)),
    ...told
  ]
}

const inputOf = ({ account, bulk, ui }: Model): Typed | undefined => {
  const { overlay, screen } = ui.get()
  if (account.state.get().who === undefined && overlay?._tag !== "Menu") return undefined
  switch (overlay?._tag) {
    case "Export":
      return { label: "Write as CSV to", field: overlay.field }
    case "Filter":
      return { label: "/", field: overlay.field, example: screen.filterExample ?? "" }
    case "Bulk":
      return Messages.isTyped(bulk.state.get()) ? { label: ">", field: overlay.field } : undefined
    case "Confirm":
    case "Menu":
      return { label: ">", field: overlay.field }
    case "Command":
      return { label: ":", field: overlay.field, example: "a command, such as users or filter active=false" }
    default:
      return undefined
  }
}

/** The keys to hint at: not to where one is, nor those that would be refused. */
const hintsOf = ({ profile, ui }: Model, contexts: ReadonlyArray<string>): ReadonlyArray<Binding> =>
  hintsFor(contexts).filter(
    ({ changes, command, context }) =>
      command !== screenCommand(ui.get().screen.name) &&
      (changes !== true || profile.readOnly === undefined) &&
      (context !== "always" || contexts.includes("logIn"))
  )

/** What there is to see now. */
export const viewOf = (model: Model): View => {
  const ui = model.ui.get()
  const account = model.account.state.get()
  const contexts = contextsOf(ui, account, model.given !== undefined)
  return {
    header: headerOf(model),
    body: bodyOf(model),
    messages: messagesOf(model),
    input: inputOf(model),
    hints: ui.prefix === "" ? hintsOf(model, contexts) : chordsOf(contexts, ui.prefix),
    isChord: ui.prefix !== "",
    begun: `${ui.count}${keyText(ui.prefix)}`
  }
}
