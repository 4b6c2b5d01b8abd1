import { errorText } from "../../util/errorText.ts";
import { isOutOfSpace, mayNotWrite } from "./fileSystem.ts";
import { StoreUnavailable } from "./store.ts";

/** Says why a folder can't be used, for what the system refused. */
export function unavailable(dir: string, error: unknown): StoreUnavailable {
  const reason = errorText(error);
  const what = mayNotWrite(error)
    ? `Waypost isn't allowed to write to ${dir} (${reason}). Fix the folder's permissions, or choose another folder.`
    : error !== undefined && isOutOfSpace(error)
      ? `The disk of ${dir} is full (${reason}). Free some space, then start again.`
      : `${dir} couldn't be opened (${reason}).`;
  return new StoreUnavailable(`${what} Nothing was lost.`, { cause: error });
}
