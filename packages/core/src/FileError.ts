import type * as PlatformError from "effect/PlatformError"
import * as Predicate from "effect/Predicate"

const noFolder = "its folder does not exist. Create it"

const noPermission = "you have no permission for it or its folder. Change their permissions, or use another path"

// by the code of Node, which is more specific, or the tag of the platform
const reasons: ReadonlyMap<string, string> = new Map([
  ["AlreadyExists", "it exists already. Use another path"],
  ["BadResource", "it is not a regular file. Use another path"],
  ["NotFound", noFolder],
  ["PermissionDenied", noPermission],
  ["EACCES", noPermission],
  ["EPERM", noPermission],
  ["ENOENT", noFolder],
  ["EDQUOT", "your quota of the disk is used up. Free some space on it"],
  ["EFBIG", "it is larger than this process may write. Raise the limit of this process"],
  ["EIO", "the disk fails. Check it, or use another path"],
  ["EISDIR", "it is a folder. Use a file in it"],
  ["ELOOP", "its links form a loop. Use another path"],
  ["EMFILE", "too many files are open. Raise the limit of this process"],
  ["ENAMETOOLONG", "its name is too long. Use a shorter one"],
  ["ENOSPC", "the disk is full. Free some space on it"],
  ["ENOTDIR", "a part of its path is a file. Check the path"],
  ["EPIPE", "its reader has exited"],
  ["EROFS", "the disk is read-only. Use another path"]
])

const codeOf = (error: unknown) =>
  Predicate.hasProperty(error, "code") ? String(error.code).replace("ERR_FS_", "") : undefined

/** Explains an error of Node about a written file; without a full stop, and `undefined` if its code is not known. */
export const explainNodeError = (error: unknown): string | undefined => reasons.get(codeOf(error) ?? "")

/** Explains why a file cannot be read or written, and says what to do; without a full stop. */
export const explainFileError = ({ reason }: PlatformError.PlatformError, isWrite = false): string => {
  const { _tag, cause, description } = reason
  if (_tag === "NotFound" && !isWrite) return "it does not exist. Check the path"
  const other = `it cannot be ${isWrite ? "written" : "read"} (${codeOf(cause) ?? _tag}). Use another path`
  return explainNodeError(cause) ?? description ?? reasons.get(_tag) ?? other
}
