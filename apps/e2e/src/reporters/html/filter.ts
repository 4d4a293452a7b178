/**
 * The part of the page's script that shows the scenarios that fit, moves between them by keys, and opens the request that a
 * link leads to.
 */
export const filter = `
const field = (id) => document.getElementById(id)
const scenarios = [...document.querySelectorAll("article")]
const texts = new Map()
const read = async (scenario) => {
  const fragments = await Promise.all(packedIn(scenario).map(fragmentOf))
  return [scenario, ...fragments].map(({ textContent }) => textContent).join("\\n").toLowerCase()
}
let reading
let unread = 0
const readAll = async () => {
  for (const scenario of scenarios) {
    const text = await read(scenario).catch(() => {
      unread++
      return scenario.textContent.toLowerCase()
    })
    texts.set(scenario, text)
  }
  apply()
}
const apply = () => {
  const part = field("text").value.toLowerCase()
  const verdict = field("verdict").value
  const status = field("status").value
  const tag = field("tag").value
  if (part !== "") reading ??= readAll()
  let shown = 0
  for (const scenario of scenarios) {
    const { name, statuses, tags, verdict: own } = scenario.dataset
    const fits =
      (verdict === "" || own === verdict) &&
      (status === "" || JSON.parse(statuses).includes(status)) &&
      (tag === "" || JSON.parse(tags).includes(tag)) &&
      (part === "" || name.toLowerCase().includes(part) || texts.get(scenario)?.includes(part) === true)
    scenario.hidden = !fits
    if (fits) shown++
  }
  const isSearching = part !== "" && texts.size < scenarios.length
  field("shown").textContent =
    shown + " of " + scenarios.length + " shown" +
    (isSearching ? ", searching" : part !== "" && unread > 0 ? "; steps and requests of " + unread + " cannot be unpacked here" : "")
}
const open = async () => {
  const id = location.hash.slice(1)
  const place = document.getElementById(id.replace(/-\\d+$/, ""))
  if (place?.classList.contains("packed")) await unpack(place)
  const found = id === "" ? null : document.getElementById(id)
  found?.setAttribute("open", "")
  for (let around = found; around; around = around.parentElement) if (around.tagName === "DETAILS") around.open = true
  found?.scrollIntoView()
  found?.querySelector("summary")?.focus({ preventScroll: true })
}
const move = (by) => {
  const shown = scenarios.filter((scenario) => !scenario.hidden)
  const at = shown.findIndex((scenario) => scenario.contains(document.activeElement))
  const next = shown[at < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, at + by))]
  next?.querySelector("summary").focus()
  next?.scrollIntoView({ block: "nearest" })
}
const press = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const isTyping = /^(?:INPUT|SELECT)$/.test(document.activeElement.tagName)
  if (event.key === "Escape" && isTyping) {
    field("text").value = ""
    apply()
    document.activeElement.blur()
  } else if (isTyping) return
  else if (event.key === "/") field("text").focus()
  else if (event.key === "j") move(1)
  else if (event.key === "k") move(-1)
  else return
  event.preventDefault()
}
document.querySelector("form").addEventListener("input", apply)
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault())
addEventListener("hashchange", open)
addEventListener("keydown", press)
apply()
open()
`
