import * as Effect from "effect/Effect"

import { glyphs } from "../../theme.ts"
import * as FieldColumn from "../FieldColumn.ts"
import type { Resource } from "../Resource.ts"
import { Connections, facts, untilOf } from "./Connection.ts"
import type { Connection } from "./Connection.ts"
import { enterpriseToken } from "./enterpriseToken.ts"

const nameOf = ({ name }: Connection) => name || "no profile"

const columns: ReadonlyArray<FieldColumn.FieldColumn<Connection>> = [
  FieldColumn.make({ name: "profile", title: "PROFILE", value: nameOf, width: 10, grow: 1, rank: 0 }),
  FieldColumn.make({
    name: "who",
    title: "WHO",
    value: ({ whose }: Connection) => whose?.who,
    width: 16,
    grow: 2,
    rank: 2
  }),
  FieldColumn.make({ name: "until", title: "UNTIL", value: untilOf, tone: () => "quiet", width: 20, grow: 0, rank: 4 }),
  FieldColumn.make({
    name: "region",
    title: "REGION",
    value: ({ region }: Connection) => region,
    width: 6,
    grow: 0,
    rank: 3
  }),
  FieldColumn.make({
    name: "address",
    title: "ADDRESS",
    value: ({ address }: Connection) => address,
    width: 16,
    grow: 2,
    rank: 5
  })
]

const state: Resource<Connection>["state"] = ({ isCurrent, isLost, refused, whose }) => {
  if (isLost) return { text: `${glyphs.offline} no answer`, tone: "bad" }
  if (refused !== undefined) return { text: `${glyphs.problem} refused`, tone: "bad" }
  return isCurrent
    ? { text: `${glyphs.active} connected`, tone: "good" }
    : { text: whose === undefined ? `${glyphs.inactive} logged out` : `${glyphs.inactive} logged in`, tone: "quiet" }
}

/** The session, and the profiles that one can go on with. */
export const session: Resource<Connection> = {
  name: "session",
  title: "Session",
  one: "profile",
  about: "who is logged in, where and until when.",
  letter: "s",
  isLocal: true,
  isPublic: true,
  isOfProgram: true,
  pageSize: 1000,
  idOf: nameOf,
  nameOf,
  read: () =>
    Effect.map(Effect.flatten(Connections), (entries) => ({
      entries,
      total_entries: entries.length,
      total_pages: 1,
      page: 1,
      page_size: 1000
    })),
  state,
  columns,
  facts,
  actions: [],
  inquiries: [enterpriseToken],
  enter: () => "session.go",
  fields: [],
  summary: [],
  namedBy: "name"
}
