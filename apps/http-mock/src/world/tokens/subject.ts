const user = /^User:(\d+)$/

export const ofUser = (id: number): string => `User:${id}`

/** The id of the user that a subject names; nothing where it names another kind. */
export const userIdOf = (subject: string): number | undefined => {
  const id = user.exec(subject)?.[1]
  return id === undefined ? undefined : Number(id)
}
