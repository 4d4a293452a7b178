/** The style of the page, light or dark as the reader has it. */
export const style = `
:root { color-scheme: light dark; --good: #1a7f37; --bad: #cf222e; --odd: #9a6700; --dim: #6e7781; --line: #8886 }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 75rem; padding: 1rem }
header { position: sticky; top: 0; z-index: 1; background: Canvas; border-bottom: 1px solid var(--line); padding-bottom: .5rem }
h1 { font-size: 1.4rem; margin: 0 } h3, h4, h5 { margin: .6rem 0 .2rem; overflow-wrap: anywhere } p { margin: .3rem 0; overflow-wrap: anywhere }
form { display: flex; flex-wrap: wrap; gap: 1rem } select { max-width: 15rem }
article { border-bottom: 1px solid var(--line); padding: .3rem 0; content-visibility: auto; contain-intrinsic-size: auto 2.2rem } article[hidden] { display: none }
summary { cursor: pointer; overflow-wrap: anywhere } small { color: var(--dim) } .name { font-weight: 600 }
article > details { scroll-margin-top: 9rem } .exchange { scroll-margin-top: 9rem }
pre { background: #8881; margin: .2rem 0; max-height: 30rem; overflow: auto; padding: .4rem } .command { user-select: all; white-space: pre-wrap; overflow-wrap: anywhere }
.failure { border-left: 3px solid var(--bad); padding-left: .8rem } figure { margin: .6rem 0 } figcaption { color: var(--dim) }
ol { margin: .2rem 0; padding-left: 1.6rem } li { margin: .2rem 0 }
del { color: var(--bad); text-decoration: none } ins { color: var(--good); text-decoration: none } .diff code { white-space: pre-wrap }
svg text { font-size: 11px; fill: CanvasText } svg a { text-decoration: none }
.ok, .Passed { fill: var(--good) } .refused, .Flaky, .Interrupted { fill: var(--odd) } .lost, .Failed { fill: var(--bad) } .Skipped { fill: var(--dim) }
b.Passed { color: var(--good) } b.Flaky, b.Interrupted { color: var(--odd) } b.Failed, .lost, .step.failed > span { color: var(--bad) } b.Skipped { color: var(--dim) }
#operations { border-bottom: 1px solid var(--line); overflow-x: auto; padding: .3rem 0 } table { border-collapse: collapse; margin: .4rem 0; width: 100% }
th { font-weight: 400; text-align: left; white-space: nowrap } thead th { color: var(--dim); font-size: .85em } th, td { padding: .1rem .8rem .1rem 0 } .number { text-align: right } .chart { width: 30% }
.bar { display: block } .bar line { stroke: var(--dim) } .range { fill: var(--line) } .half { fill: CanvasText } thead .ok { color: var(--good) } thead .refused { color: var(--odd) } thead .lost { color: var(--bad) }
kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 .3em } :focus-visible { outline: 2px solid Highlight; outline-offset: 1px }
@media (max-width: 45rem) { header { position: static } .chart { display: none } thead th:nth-child(3), thead th:last-child { display: none } }
@media (prefers-color-scheme: dark) { :root { --good: #3fb950; --bad: #ff7b72; --odd: #d29922; --dim: #9198a1 } }
@media print { header { position: static } form { display: none } }
`
