import { dirname, join, relative } from "node:path/posix"

import * as Graph from "effect/Graph"
import * as Option from "effect/Option"

import { relativeImports } from "./moduleImports.ts"

/** One file that imports another. */
interface Import {
  readonly from: string
  readonly to: string
}

/** An edge between two nodes, with an import that causes it. */
interface Step extends Import {
  readonly by: Import
}

/** Edges that form a closed path. */
export type Cycle = ReadonlyArray<Step>

type Steps = Graph.DirectedGraph<string, Step>

const stepsOf = (imports: ReadonlyArray<Import>, nodeOf: (file: string) => string | undefined): Steps =>
  Graph.directed((graph) => {
    const nodes = new Map<string, Graph.NodeIndex>()
    const indexOf = (name: string) => {
      const index = nodes.get(name) ?? Graph.addNode(graph, name)
      nodes.set(name, index)
      return index
    }
    for (const by of imports) {
      const from = nodeOf(by.from)
      const to = nodeOf(by.to)
      if (from === undefined || to === undefined || from === to) continue
      if (!Graph.hasEdge(graph, indexOf(from), indexOf(to)))
        Graph.addEdge(graph, indexOf(from), indexOf(to), { from, to, by })
    }
  })

const shortest = (graph: Steps) => {
  let found: { readonly cycle: Cycle; readonly edges: ReadonlyArray<Graph.EdgeIndex> } | undefined
  for (const [index, { data, source, target }] of Graph.edges(graph)) {
    if (found?.cycle.length === 2) break
    const back = Option.getOrUndefined(Graph.dijkstra(graph, { source: target, target: source, cost: () => 1 }))
    if (back !== undefined && (found === undefined || back.edges.length + 1 < found.edges.length))
      found = { cycle: [data, ...back.costs], edges: [index, ...back.edges] }
  }
  return found
}

/** Finds cycles without shared edges, the shortest first; without these edges the graph has no cycle. */
const shortestCycles = (
  imports: ReadonlyArray<Import>,
  nodeOf: (file: string) => string | undefined
): ReadonlyArray<Cycle> => {
  const graph = stepsOf(imports, nodeOf)
  return Graph.stronglyConnectedComponents(graph).flatMap((nodes) => {
    const cycles: Array<Cycle> = []
    let knot = Graph.inducedSubgraph(graph, nodes)
    for (let found = shortest(knot); found !== undefined; found = shortest(knot)) {
      const { cycle, edges } = found
      cycles.push(cycle)
      knot = Graph.mutate(knot, (rest) => {
        Graph.removeEdges(rest, edges)
      })
    }
    return cycles
  })
}

interface Options {
  /** Packages in which folders may not form cycles. */
  readonly strictPackages: ReadonlyArray<string>
}

export interface Found {
  readonly package: string
  readonly of: "files" | "entries" | "folders"
  readonly cycle: Cycle
}

const packageOf = (path: string) => /^(?:packages|apps)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path

// an import may name the compiled file
const spellings = (path: string) => [path, ...["ts", "tsx"].map((end) => path.replace(/(?<=\.[cm]?)jsx?$/, end))]

const importsOf = (files: ReadonlyMap<string, string>): ReadonlyArray<Import> =>
  [...files].flatMap(([from, text]) =>
    relativeImports(from, text).flatMap(({ name }) => {
      const to = spellings(join(dirname(from), name)).find((path) => files.has(path))
      return to === undefined ? [] : [{ from, to }]
    })
  )

const foldersOf = (path: string): ReadonlyArray<string> => {
  const folder = dirname(path)
  return folder === "." ? [folder] : [folder, ...foldersOf(folder)]
}

/** Returns the direct child of a folder that is or contains a file. */
const entryOf = (folder: string) => (file: string) => {
  const [entry = ""] = relative(folder, file).split("/")
  return entry === ".." ? undefined : join(folder, entry)
}

const alike = ({ cycle }: Pick<Found, "cycle">) =>
  cycle
    .map(({ by }) => `${by.from} -> ${by.to}`)
    .toSorted()
    .join()

const inPackage = (files: ReadonlyMap<string, string>, strict: boolean) => {
  const imports = importsOf(files)
  const found = (of: Found["of"], nodeOf: (file: string) => string | undefined) =>
    shortestCycles(imports, nodeOf).map((cycle) => ({ of, cycle }))
  const folders = new Set([...files.keys()].flatMap(foldersOf))
  const all = [
    ...found("files", (file) => file),
    ...[...folders].flatMap((folder) => found("entries", entryOf(folder))),
    ...(strict ? found("folders", dirname) : [])
  ]
  // a cycle of files in one folder is also a cycle of its entries
  return [...Map.groupBy(all, alike).values()].flatMap(([first]) => first ?? [])
}

/** Finds import cycles in each package: of files, of the entries of a folder, and of folders in strict packages. */
export const cyclesIn = (files: ReadonlyMap<string, string>, { strictPackages }: Options): ReadonlyArray<Found> =>
  [...Map.groupBy(files, ([path]) => packageOf(path))].flatMap(([name, sources]) => {
    const local = new Map(sources.map(([path, text]) => [relative(name, path), text]))
    return inPackage(local, strictPackages.includes(name)).map((found) => ({ package: name, ...found }))
  })
