/** The script of the page: shows the scenarios that fit, and opens the request that a link leads to. */
export const filter = `
const field = (id) => document.getElementById(id)
const scenarios = [...document.querySelectorAll("article")]
const apply = () => {
  const part = field("name").value.toLowerCase()
  const verdict = field("verdict").value
  const tag = field("tag").value
  let shown = 0
  for (const scenario of scenarios) {
    const { name, tags, verdict: own } = scenario.dataset
    const fits =
      name.toLowerCase().includes(part) &&
      (verdict === "" || own === verdict) &&
      (tag === "" || JSON.parse(tags).includes(tag))
    scenario.hidden = !fits
    if (fits) shown++
  }
  field("shown").textContent = shown + " of " + scenarios.length + " shown"
}
const open = () => {
  let found = location.hash === "" ? null : document.getElementById(location.hash.slice(1))
  found?.setAttribute("open", "")
  for (let around = found; around; around = around.parentElement) if (around.tagName === "DETAILS") around.open = true
  found?.scrollIntoView()
}
document.querySelector("form").addEventListener("input", apply)
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault())
addEventListener("hashchange", open)
apply()
open()
`
