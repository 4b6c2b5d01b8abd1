import { errorText } from "../../util/errorText.ts";
import { isOutOfSpace, mayNotWrite } from "./fileSystem.ts";
import { StoreUnavailable } from "./store.ts";

/** Says why a folder can't be used, for what the system refused. */
export function unavailable(dir: string, error: unknown): StoreUnavailable {
  const reason = errorText(error);
  const what = mayNotWrite(error)
    ? `Waypost may not write to ${dir} (${reason}). Give yourself the right to write there, or choose another folder.`
    : error !== undefined && isOutOfSpace(error)
      ? `There is no room left on the disk of ${dir} (${reason}). Free some and start again.`
      : `${dir} could not be opened (${reason}).`;
  return new StoreUnavailable(`${what} Nothing was lost.`, { cause: error });
}
