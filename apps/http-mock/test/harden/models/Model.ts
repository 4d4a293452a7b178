/** What a user is, as far as the model tells. */
export interface ModelUser {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly active: boolean
  /** Which of all users that ever were this is: ids start again after an undo. */
  readonly creation: number
}

/** What is the case in a tenant. */
export interface Known {
  readonly users: ReadonlyMap<number, ModelUser>
  readonly nextId: number
  /** The refresh tokens that work, each with the creation of its user. */
  readonly refresh: ReadonlyMap<string, number>
}

/** The four users of the seed, ids 101 to 104. */
export const seeded: Known = {
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

/** A tenant as the model has it: what is the case, and what there was before each change. */
export class Model {
  now: Known
  readonly initial: Known
  readonly changes: Array<Known> = []
  readonly snapshots = new Map<string, Known>()
  private creations = 1000

  constructor(initial: Known = seeded) {
    this.now = this.initial = initial
  }

  nextCreation = (): number => ++this.creations

  change = (known: Partial<Known>): void => {
    this.changes.push(this.now)
    this.now = { ...this.now, ...known }
  }

  /** Takes changes back, and tells how many there were to take back. */
  undo = (count: number): number => {
    const taken = this.changes.splice(-count)
    this.now = taken[0] ?? this.now
    return taken.length
  }

  withEmail = (email: string): ModelUser | undefined =>
    [...this.now.users.values()].find((user) => user.email === email)

  withCreation = (creation: number | undefined): ModelUser | undefined =>
    [...this.now.users.values()].find((user) => user.creation === creation)

  put = (user: ModelUser): ReadonlyMap<number, ModelUser> => new Map([...this.now.users, [user.id, user]])
}
