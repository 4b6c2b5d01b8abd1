import { useLocation, useNavigate } from "react-router";

interface FromList {
  readonly fromList: true;
  /** Steps of the browser's history that were made since. */
  readonly since?: number;
}

function isFromList(state: unknown): state is FromList {
  return typeof state === "object" && state !== null && "fromList" in state;
}

/** The state of a further step on a page that a list led to. */
export function oneFurther(state: unknown): FromList | null {
  return isFromList(state) ? { fromList: true, since: (state.since ?? 0) + 1 } : null;
}

/** Back to the list as it was left, where the window came from it; else to the list at `address`. */
export function useBackLink(address: string) {
  const navigate = useNavigate();
  const { state }: { state: unknown } = useLocation();
  const isWithinList = isFromList(state);
  return {
    isWithinList,
    back: () => void (isWithinList ? navigate(-1 - (state.since ?? 0)) : navigate(address)),
  };
}
