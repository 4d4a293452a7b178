import * as Contract from "@remote-assist/core/Contract"

const fromCore: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Contract.groups.map(({ name }) => [name, name])),
  UserId: "EnterpriseUsers",
  PodId: "Pods",
  OnCallGroupId: "OnCallGroups",
  PersonalAccessTokenId: "PersonalAccessTokens",
  CallId: "Calls"
}

const fromEffect = new Set(["Effect", "Equal", "Option", "Redacted"])

const byName = (one: string, other: string) => (one < other ? -1 : 1)

/** The imports of a scenario that uses these names. */
export const importsOf = (used: ReadonlySet<string>): ReadonlyArray<string> => {
  const names = [...used, "Effect"].toSorted(byName)
  const modules = new Map<string, Set<string>>()
  for (const name of names) {
    const module = fromEffect.has(name)
      ? undefined
      : `@remote-assist/${name in fromCore ? `core/${fromCore[name]}` : "e2e"}`
    if (module !== undefined) modules.set(module, (modules.get(module) ?? new Set<string>()).add(name))
  }
  return [
    ...[...modules]
      .toSorted(([one], [other]) => byName(one, other))
      .map(([module, all]) => `import { ${[...all].join(", ")} } from "${module}"`),
    ...[...new Set(names)]
      .filter((name) => fromEffect.has(name))
      .map((name) => `import * as ${name} from "effect/${name}"`)
  ]
}
