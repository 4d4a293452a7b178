import { format } from "./packed.ts"

/**
 * The part of the page's script that unpacks steps and requests of what is open: at the start one after the other, later what
 * a reader opens, or a link leads to.
 */
export const unpack = `
const packedIn = (node) => [...node.querySelectorAll(".packed")]
const fragmentOf = async (place) => {
  const bytes = Uint8Array.from(atob(place.querySelector("template").content.textContent), (character) => character.charCodeAt(0))
  const stream = new Response(bytes).body.pipeThrough(new DecompressionStream("${format}"))
  const template = document.createElement("template")
  template.innerHTML = await new Response(stream).text()
  return template.content
}
const unpacking = new Map()
const unpack = (place) => {
  if (!unpacking.has(place))
    unpacking.set(
      place,
      fragmentOf(place).then(
        (fragment) => {
          place.replaceChildren(fragment)
          place.classList.remove("packed")
        },
        (error) => {
          place.textContent = "The steps and requests cannot be unpacked here (" + error + "). Open this page in a newer browser."
        }
      )
    )
  return unpacking.get(place)
}
const unpackIn = async (details) => {
  for (const place of packedIn(details)) await unpack(place)
}
addEventListener("toggle", ({ target }) => target.open && unpackIn(target), true)
const begin = async () => {
  for (const details of document.querySelectorAll("article > details[open]")) await unpackIn(details)
}
begin()
`
