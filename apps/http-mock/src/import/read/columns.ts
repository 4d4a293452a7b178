/** What a column or field of a file is; nothing where a world has no such thing. */
export type Names = ReadonlyMap<string, string>

const plain = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

const others: Readonly<Record<string, string>> = {
  fullname: "name",
  displayname: "name",
  mail: "email",
  emailaddress: "email",
  role: "role_name",
  pod: "pods",
  podname: "pods",
  podnames: "pods",
  group: "pods",
  groups: "pods"
}

/** What each column is called here, whatever its case, spaces and hyphens. */
export const named = (columns: ReadonlyArray<string>, known: ReadonlySet<string>): Names => {
  const byPlain = new Map([...known].map((name) => [plain(name), name]))
  return new Map(
    columns.flatMap((column) => {
      const name = known.has(column) ? column : (byPlain.get(plain(column)) ?? others[plain(column)])
      return name !== undefined && known.has(name) ? [[column, name] as const] : []
    })
  )
}
