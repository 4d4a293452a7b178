import DefaultTheme from "vitepress/theme"
import { h } from "vue"

import screen from "../../tui.svg"

import "./style.css"

const image = () => h("img", { class: "VPImage image-src", src: screen, alt: "The users screen of the terminal UI" })

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-image": image })
}
