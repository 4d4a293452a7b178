import * as Graph from "effect/Graph"
import * as Option from "effect/Option"

/** One file that imports another. */
export interface Import {
  readonly from: string
  readonly to: string
}

/** An edge between two nodes, with an import that causes it. */
export interface Step extends Import {
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
export const findCycles = (
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
