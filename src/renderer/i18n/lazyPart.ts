import { type ComponentType, createElement, lazy, useState } from "react";
import { addRoomWords } from "./catalogue.ts";

/** With the words of every room, and the styles that the first screen does without. */
async function fetchPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const [component] = await Promise.all([
    load(),
    addRoomWords(),
    import("../theme/libraryLater.css"),
  ]);
  return { default: component };
}

/** Loads a component when it is first shown. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() => fetchPart(load));
}

const ahead: (() => Promise<unknown>)[] = [];

/** What a key or a click opens on the first screen: {@link loadAhead} fetches it before, and then it is there at once. */
export function partAhead<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const fetchOnce = async () => {
    const part = await fetchPart(load);
    loaded = part.default;
    return part;
  };
  const Later = lazy(fetchOnce);
  ahead.push(fetchOnce);
  return function PartAhead(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return createElement(Shown, props);
  };
}

/** What fails now is fetched again when it is shown. */
export async function loadAhead(): Promise<void> {
  await Promise.allSettled(ahead.map((fetchOne) => fetchOne()));
}
