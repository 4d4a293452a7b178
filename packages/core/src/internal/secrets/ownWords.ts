import { lazy } from "../contract/lazy.ts"

// what is shorter than four letters is sought as a value only, whatever it is
const words = lazy(
  () =>
    new Set(
      (
        "about access account action active added address administrator after again alias allowed already another " +
        "answer api-key audience authentication authorization authorized back base been before blank body call " +
        "cannot category change changed character check choice choose client clock closed code confirm " +
        "confirmation confirmed connection contact content correct count create created creation credential " +
        "current data date deactivate deactivated deactivation default delete deleted denied device disabled does " +
        "domain duplicate e-mail each email empty emulator enabled enterprise entries error event every example " +
        "exist expected expired failed failure favorite fewer field file filter first format found from generic " +
        "gets give group have header here hold host inactive input internal invalid invitation invite invited " +
        "issued issuer item json kept known lacks last later length less like limit line link list location login " +
        "longer made mail malformed many match member message method missing must name need newer next nobody " +
        "none nothing number once only open operation operator order origin other over owner page parameter " +
        "partner password path permission permitted person personal pods possible present private provided public " +
        "query rate reactivate read reason record recording refresh region register registered removed replaced " +
        "request required resource role room secret send sent server service session shorter sign signature " +
        "signed site start started state status such support system taken text than that their them then there " +
        "these they thing this time title token twice type unconfirmed unexpected unknown update used user " +
        "username valid value want were what when which will with within without work workbox wrong your yourself"
      ).split(" ")
    )
)

/** Whether services say a word themselves, whatever they were sent: that they do betrays no secret that is the same. */
export const isOwnWord = (word: string): boolean => {
  const plain = word.toLowerCase()
  return words().has(plain) || words().has(plain.replace(/s$/, ""))
}
