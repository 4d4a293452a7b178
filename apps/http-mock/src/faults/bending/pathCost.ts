import { jsonpath } from "json-p3"

const { expressions, selectors } = jsonpath

type Query = InstanceType<typeof jsonpath.JSONPathQuery>

const mostSelectors = 16

const isDescendant = (segment: Query["segments"][number]) => segment.toString().startsWith("..")

/** The queries within a filter. */
const queriesIn = (expression: unknown): ReadonlyArray<{ readonly path: Query; readonly isRoot: boolean }> => {
  if (expression instanceof expressions.LogicalExpression) return queriesIn(expression.expression)
  if (expression instanceof expressions.PrefixExpression) return queriesIn(expression.right)
  if (expression instanceof expressions.InfixExpression)
    return [...queriesIn(expression.left), ...queriesIn(expression.right)]
  if (expression instanceof expressions.FunctionExtension) return expression.args.flatMap(queriesIn)
  return expression instanceof expressions.FilterQuery
    ? [{ path: expression.path, isRoot: expression instanceof expressions.RootQuery }]
    : []
}

const filtersOf = ({ segments }: Query) =>
  segments.flatMap((segment) => segment.selectors.filter((one) => one instanceof selectors.FilterSelector))

const within = (query: Query): string | undefined => {
  const selected = query.segments.reduce((product, segment) => product * segment.selectors.length, 1)
  if (selected > mostSelectors) return `it combines ${selected} selectors, ${mostSelectors} at most`
  for (const { expression } of filtersOf(query))
    for (const { isRoot, path } of queriesIn(expression)) {
      if (isRoot) return "a filter may not begin again at $"
      if (path.segments.some(isDescendant)) return "a filter may not look at all descendants with .."
      const why = within(path)
      if (why !== undefined) return why
    }
  return undefined
}

/** Why a path may take longer than a value is large; nothing where it does not. */
export const whyTooCostly = (query: Query): string | undefined =>
  query.segments.filter(isDescendant).length > 1 ? "it has .. more than once" : within(query)

/** Whether a path may look at every value that there is. */
export const looksEverywhere = (query: Query): boolean =>
  query.segments.some(isDescendant) || filtersOf(query).length > 0
