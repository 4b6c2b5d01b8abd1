import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useMemo, useRef, useState } from "react";
import { parsePath, useLocation, useSearchParams } from "react-router";
import type { ListSearch } from "./recordSource.ts";

/** Milliseconds without a key before the search is asked. */
const typingPause = 25;

export interface ListSearchParams {
  readonly search: ListSearch;
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** Sets parameters of the address; "" takes one off. */
  readonly change: (params: Readonly<Record<string, string>>) => void;
}

/** What a list shows stays in the address, so that going back brings it back. */
export function useListSearchParams(
  params: readonly string[],
  accepts: ((param: string, value: string) => boolean) | undefined,
): ListSearchParams {
  const [address, setAddress] = useSearchParams();
  const query = address.get("q") ?? "";
  const [typed, setTyped] = useState(query);
  const [q] = useDebouncedValue(typed.trim(), typingPause);

  const { state, pathname }: { state: unknown; pathname: string } = useLocation();

  const change = (next: Readonly<Record<string, string>>) => {
    const now = addressNow();
    // Its user is on the way to another screen.
    if (now.pathname !== pathname) return;
    const before = now.params.toString();
    for (const [name, value] of Object.entries(next)) {
      if (value === "") now.params.delete(name);
      else now.params.set(name, value);
    }
    // A screen that is drawn before the router has heard would replace the entry again and again.
    if (now.params.toString() === before) return;
    setAddress(now.params, { replace: true, state: { typed: true } });
  };

  const isOwn = typeof state === "object" && state !== null && "typed" in state;
  const followed = useRef(query);
  // oxlint-disable-next-line react/exhaustive-deps -- each of its branches ends what it answers to
  useEffect(() => {
    const isNew = followed.current !== query;
    followed.current = query;
    // A kept view, or another address, brought another search.
    if (isNew && !isOwn) setTyped(query);
    else if (query !== q && typed.trim() === q) change({ q });
  });

  const filterText = new URLSearchParams(
    params.flatMap((param) => {
      const value = address.get(param) ?? "";
      return value !== "" && (accepts?.(param, value) ?? true) ? [[param, value]] : [];
    }),
  ).toString();
  const order = address.get("order") ?? "";
  const given = address.get("direction");
  const direction = given === "asc" || given === "desc" ? given : "";
  const search = useMemo<ListSearch>(
    () => ({
      q,
      order,
      direction,
      filter: Object.fromEntries(new URLSearchParams(filterText)),
    }),
    [q, order, direction, filterText],
  );
  return { search, typed, setTyped, change };
}

/** The browser's own: of another one the router hears a moment later. */
function addressNow(): { readonly pathname: string; readonly params: URLSearchParams } {
  const { pathname = "/", search } = parsePath(location.hash.slice(1));
  return {
    pathname: pathname.startsWith("/") ? pathname : `/${pathname}`,
    params: new URLSearchParams(search),
  };
}
