import { type ComponentType, lazy } from "react";
import { addRoomWords } from "./catalogue.ts";

/** Loads a component when it is first shown, together with the words of every room. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), addRoomWords()]);
    return { default: component };
  });
}
