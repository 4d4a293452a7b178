/** How the page of a load looks, by day and by night. */
export const style = `
:root { color-scheme: light dark; --ink: #1c1f24; --paper: #fff; --faint: #d8dce2;
  --c0: #2b6cb0; --c1: #b7791f; --c2: #c53030; --c3: #718096 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --paper: #15181c; --faint: #3a4048;
  --c0: #63b3ed; --c1: #f6ad55; --c2: #fc8181; --c3: #a0aec0 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
figure { margin: 1.5rem 0 } figcaption { font-weight: 600 } svg { width: 100%; height: auto }
svg text { font-size: 12px; fill: var(--ink) } .grid { stroke: var(--faint) }
path { fill: none; stroke-width: 1.5 }
.line-0 { stroke: var(--c0) } .line-1 { stroke: var(--c1) } .line-2 { stroke: var(--c2) } .line-3 { stroke: var(--c3); stroke-dasharray: 4 3 }
.dot-0 { fill: var(--c0) } .dot-1 { fill: var(--c1) } .dot-2 { fill: var(--c2) } .dot-3 { fill: var(--c3) }
.legend span { margin-right: 1rem } .legend span::before { content: "■ " }
.key-0::before { color: var(--c0) } .key-1::before { color: var(--c1) } .key-2::before { color: var(--c2) } .key-3::before { color: var(--c3) }
table { border-collapse: collapse; width: 100% } th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--faint) }
th:first-child, td:last-child { text-align: left }
`
