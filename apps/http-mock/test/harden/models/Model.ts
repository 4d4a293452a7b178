/** The fields of a user that the model predicts. */
export interface ModelUser {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly active: boolean
  /** A number that is unique in the whole walk. Ids repeat after an undo. */
  readonly creation: number
}

/** The predicted state of a tenant. */
export interface TenantState {
  readonly users: ReadonlyMap<number, ModelUser>
  readonly nextId: number
  /** The valid refresh tokens, each with the `creation` of its user. */
  readonly refresh: ReadonlyMap<string, number>
}

/** The four users of the seed, ids 101 to 104. */
export const seeded: TenantState = {
  users: new Map(
    [
      { id: 101, email: "ada@example.com", name: "Ada Lovelace", active: true, creation: 101 },
      { id: 102, email: "grace@example.com", name: "Grace Hopper", active: true, creation: 102 },
      { id: 103, email: "linus@example.com", name: "Linus Torvalds", active: true, creation: 103 },
      { id: 104, email: "edsger@example.com", name: "Edsger Dijkstra", active: false, creation: 104 }
    ].map((user) => [user.id, user])
  ),
  nextId: 105,
  refresh: new Map()
}

/** The model of a tenant: its current state, and the state before each change. */
export class Model {
  now: TenantState
  readonly initial: TenantState
  readonly changes: Array<TenantState> = []
  readonly snapshots = new Map<string, TenantState>()
  private creations = 1000

  constructor(initial: TenantState = seeded) {
    this.now = this.initial = initial
  }

  nextCreation = (): number => ++this.creations

  change = (state: Partial<TenantState>): void => {
    this.changes.push(this.now)
    this.now = { ...this.now, ...state }
  }

  /** Undoes up to `count` changes. Returns the number of undone changes. */
  undo = (count: number): number => {
    const undone = this.changes.splice(-count)
    this.now = undone[0] ?? this.now
    return undone.length
  }

  withEmail = (email: string): ModelUser | undefined =>
    [...this.now.users.values()].find((user) => user.email === email)

  withCreation = (creation: number | undefined): ModelUser | undefined =>
    [...this.now.users.values()].find((user) => user.creation === creation)

  put = (user: ModelUser): ReadonlyMap<number, ModelUser> => new Map([...this.now.users, [user.id, user]])
}
