import * as Predicate from "effect/Predicate"

const otherSubjects = /token|key|credential|log ?in|session|permission|allowed|access|authori[sz]/i

const notThere =
  /not found|no such|(?:there is|have|has) no |is no (?:favou?rite|longer)|not a favou?rite|do(?:es)?(?:n't| not) exist|(?:can|could)(?:'t|n't| ?not) (?:be )?f(?:ind|ound)|unknown|(?:already|been) (?:deleted|removed)/i

/** Whether a message says that what was asked for is not there, rather than a token, a key or a permission. */
export const isNotThere = (message: string): boolean => {
  const about = message.replaceAll(/personal access token/gi, "")
  return notThere.test(about) && !otherSubjects.test(about)
}

/**
 * Whether an error says that the resource of its request is not there: status 404 or 410, or a refusal in words to that
 * effect. The interface gives it no status or code of its own (400 on `/v1r1` and 401 on `/v1` are said of much else), so a
 * refusal in other words is not read as one.
 */
export const isGone = (error: unknown): boolean => {
  if (!Predicate.hasProperty(error, "_tag") || !Predicate.hasProperty(error, "status")) return false
  if (error._tag === "UnexpectedAnswer") return error.status === 404 || error.status === 410
  return (
    (error._tag === "ErrorV1R1" ||
      ((error._tag === "ErrorV1" || error._tag === "ErrorText") && error.status === 401)) &&
    Predicate.hasProperty(error, "message") &&
    Predicate.isString(error.message) &&
    isNotThere(error.message)
  )
}
