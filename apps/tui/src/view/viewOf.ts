import * as ListState from "../engine/lists/ListState.ts"
import type { Notice, NoticesState } from "../engine/Program.ts"
import type { WatchState } from "../engine/Watch.ts"
import { screenCommand, keyText } from "../keymap/Keys.ts"
import { activeTab, hiddenScreens, keyContexts, showsLogIn } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import type { Ui } from "../model/Ui.ts"
import { unfinishedWork } from "../model/unfinishedWork.ts"
import { destinations } from "../resources/resources.ts"
import { clock, numberFormat } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import { formBody, importBody, importInput, logInBody, menuBody, ofForm, ofImport } from "./form.ts"
import { hintsOf } from "./hints.ts"
import { boxesBody, freshnessText, listBody } from "./list.ts"
import * as Messages from "./messages.ts"
import { ofChart, readerBody } from "./reader.ts"
import type { Body, Header, StyledText, Typed, View } from "./View.ts"

const hostOf = (address: string) => address.replace(/^https?:\/\//, "").replace(/\/api\/?$/, "")

/** Returns when the service last answered, for screens that send no requests. */
const answeredText = ({ requests }: Model): StyledText | undefined => {
  const last = requests.state.get().findLast(({ outcome }) => outcome._tag === "Answered")
  return last?.outcome._tag === "Answered"
    ? { text: `${glyphs.live} last answer ${clock.format(last.at + last.outcome.took)}`, tone: "quiet" }
    : undefined
}

/** Returns how fresh the data on screen is, or how often a watched list is read. */
const stateOf = (model: Model, screen: Ui["screen"]): StyledText => {
  const { account, lists, requests, tabs, watch } = model
  const offlineSince = requests.offlineSince.get()
  const active = activeTab(model)
  if (active !== undefined) {
    const tab = tabs.of(active)
    return freshnessText(ListState.orOffline(ListState.freshnessOf(tab, tab.isLoading), offlineSince))
  }
  const freshness = ListState.freshness(lists.of(screen).state.get())
  const isAnswered = freshness._tag === "Live" || freshness._tag === "Stale"
  if (
    isAnswered &&
    offlineSince === undefined &&
    screen.group === undefined &&
    account.state.get().refused !== undefined
  )
    return { text: `${glyphs.problem} the token is refused`, tone: "bad" }
  // local data says nothing about the service
  const answered =
    isAnswered && offlineSince === undefined && screen.isOfProgram === true ? answeredText(model) : undefined
  if (answered !== undefined) return answered
  const watched = watch.state.get()
  const showsWatch = watched?.resource === screen && isAnswered
  // a watch shows its own failures
  if (showsWatch && (offlineSince === undefined || watched.retryAt !== undefined))
    return watchingText(watched, lists.of(screen).state.get().fetchedAt)
  return freshnessText(ListState.orOffline(freshness, offlineSince))
}

const headerOf = (model: Model): Header => {
  const { account, environment, keys, profile, region, ui } = model
  const { who } = account.state.get()
  const { screen } = ui.get()
  const hidden = hiddenScreens(model)
  return {
    region: region.name,
    place: environment.kind.get(),
    profile: [profile.name ?? "", profile.readOnly === undefined ? "" : "read-only"].filter(Boolean).join(" "),
    address: hostOf(region.apiUrl),
    who,
    helpKey: keys.keyOf("help.open"),
    noticesKey: keys.keyOf("notices.open"),
    quitKey: keys.keyOf("app.interrupt"),
    tabs:
      who === undefined
        ? []
        : destinations
            .filter(({ name }) => !hidden.includes(name))
            .map(({ name, title }) => ({
              name,
              key: keys.shownKey(screenCommand(name)),
              title,
              isCurrent: name === (screen.within?.resource ?? screen.group?.name ?? screen.name)
            })),
    state: who === undefined ? { text: "not logged in", tone: "quiet" } : stateOf(model, screen)
  }
}

const bodyOf = (model: Model): Body => {
  const { chart, overlay, screen } = model.ui.get()
  if (showsLogIn(model.ui.get(), model.account.state.get()))
    return overlay?._tag === "Menu" ? menuBody(overlay) : logInBody(model)
  switch (overlay?._tag) {
    case "LogIn":
      return logInBody(model)
    case "Menu":
      return menuBody(overlay)
    case "Form":
      return formBody(overlay)
    case "Import":
      return importBody(overlay)
    case "Help":
    case "HelpSearch":
    case "Notices":
    case "Report":
    case "Request":
      return readerBody(model, overlay)
    default:
      if (chart !== undefined) return { _tag: "Chart", name: "chart", ...chart }
      return screen.group === undefined ? listBody(model, screen) : boxesBody(model, screen.group)
  }
}

const ofNotice = ({ at, kind, text }: Notice, lead = ""): StyledText => ({
  text: `${glyphs[kind]} ${lead}${text}`,
  tone: Messages.noticeTones[kind],
  at
})

/** Returns the last problem that was not dismissed, and the last other notice. */
const ofNotices = ({ problems, shown }: Omit<NoticesState, "all">): ReadonlyArray<StyledText> => {
  const problem = problems.at(-1)
  const lead = problems.length > 1 ? `${problems.length} failures, the last: ` : ""
  return [...(problem ? [ofNotice(problem, lead)] : []), ...(shown ? [ofNotice(shown)] : [])]
}

const messagesOf = (model: Model): ReadonlyArray<StyledText> => {
  const { account, bulk, changes, exporting, keys, lists, notices, ui } = model
  const noticeTexts = ofNotices(notices.state.get())
  if (showsLogIn(ui.get(), account.state.get())) return [...Messages.ofLogIn(model), ...noticeTexts]
  const { chart, overlay, screen } = ui.get()
  if (overlay?._tag === "LogIn") return Messages.ofLogIn(model)
  const { shown } = notices.state.get()
  const hints = ofNotices({ problems: [], shown: shown?.kind === "hint" ? shown : undefined })
  if (overlay?._tag === "Form") return [...ofForm(model, overlay), ...hints]
  if (overlay?._tag === "Import") return [...ofImport(model, overlay), ...noticeTexts]
  if (overlay?._tag === "Command" && overlay.problem !== undefined) return [{ text: overlay.problem, tone: "warning" }]
  const question = overlay === undefined ? [] : Messages.ofOverlay(keys, overlay, unfinishedWork(model))
  // a path is typed again after a failure
  if (question.length > 0) return [...question, ...(overlay?._tag === "Export" ? noticeTexts : hints)]
  if (overlay?._tag === "Bulk") return [...Messages.ofBulk(keys, bulk.state.get()), ...hints]
  const { problem } = lists.of(screen).state.get()
  const ofList = problem === undefined ? [] : Messages.ofProblem(keys, problem)
  if (overlay?._tag === "Notices") return hints
  const progress = exporting.get()
  const { batch } = changes.state.get()
  return [
    ...(progress === undefined ? [] : [Messages.ofExport(keys, progress)]),
    ...(batch?.isOver === false ? [Messages.ofBatch(keys, batch)] : []),
    ...(chart === undefined ? ofList : ofChart(model)),
    ...noticeTexts
  ]
}

const inputOf = ({ account, bulk, ui }: Model): Typed | undefined => {
  const { overlay, screen } = ui.get()
  if (showsLogIn(ui.get(), account.state.get()) && overlay?._tag !== "Menu") return undefined
  switch (overlay?._tag) {
    case "Export":
      return { label: "Write to", field: overlay.field }
    case "Import":
      return importInput(overlay)
    case "Filter":
      return { label: "/", field: overlay.field, example: screen.filterExample ?? "a word" }
    case "Bulk":
      return Messages.isTyped(bulk.state.get()) ? { label: ">", field: overlay.field } : undefined
    case "HelpSearch":
      return { label: "/", field: overlay.field, example: "a word" }
    case "Confirm":
    case "Menu":
      return { label: ">", field: overlay.field }
    case "Command":
      return { label: ":", field: overlay.field, example: "a command, such as users or filter active=false" }
    default:
      return undefined
  }
}

const refreshedOf = (model: Model): number | undefined => {
  const { lists, tabs, ui } = model
  const { overlay, refresh, screen } = ui.get()
  if (overlay?._tag === "Report") return overlay.answers
  const active = activeTab(model)
  if (refresh === undefined || refresh.resource !== screen || refresh.isTab !== (active !== undefined)) return undefined
  if (active === undefined)
    return ListState.isReadSince(lists.of(screen).state.get(), refresh.since) ? refresh.since : undefined
  const { fetchedAt, isLoading, problem } = tabs.of(active)
  return isLoading || problem !== undefined || fetchedAt === refresh.since ? undefined : refresh.since
}

export const viewOf = (model: Model): View => {
  const ui = model.ui.get()
  const account = model.account.state.get()
  const contexts = keyContexts(ui, account, model.credentials !== undefined)
  return {
    header: headerOf(model),
    body: bodyOf(model),
    messages: messagesOf(model),
    input: inputOf(model),
    hints: hintsOf(model, contexts),
    isChord: ui.prefix !== "",
    asksAboutMarks: ui.overlay?._tag === "Bulk",
    refreshed: refreshedOf(model),
    begun: `${ui.count}${keyText(ui.prefix)}`
  }
}

const watchingText = ({ every, retryAt, why = "it failed" }: WatchState, readAt: number | undefined): StyledText =>
  retryAt === undefined
    ? {
        text: `${glyphs.live} read ${clock.format(readAt)}, watching every ${numberFormat.format(every)} s`,
        tone: "good"
      }
    : { text: `${glyphs.offline} watching, ${why}, next try ${clock.format(retryAt)}`, tone: "bad" }
