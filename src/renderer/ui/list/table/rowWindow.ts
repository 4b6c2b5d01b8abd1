import { type RefObject, useCallback, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

export interface RowWindow {
  /** Rows to draw, in order: those in view, some around them, and the one that is kept. */
  readonly rows: readonly number[];
  /** Rows that fit into the view. */
  readonly fitting: number;
  readonly reveal: (row: number) => void;
}

/** Rows drawn beyond either edge, and how many rows come and go together. */
const margin = 8;
const step = 4;

interface View {
  readonly first: number;
  readonly fitting: number;
}

/**
 * Which of very many rows of one height are in view. All rows being alike, a place is a division:
 * nothing is kept a row, and a frame of scrolling costs the same at any length.
 */
export function useRowWindow({
  scroller,
  count,
  rowHeight,
  pinned,
}: {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** A row that stays wherever the view is: a grid's active descendant has to exist. */
  readonly pinned: number;
}): RowWindow {
  const [view, setView] = useState<View>({ first: 0, fitting: 20 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => {
      const first = Math.floor(element.scrollTop / rowHeight / step) * step;
      const fitting = Math.ceil(element.clientHeight / rowHeight);
      setView((now) => (now.first === first && now.fitting === fitting ? now : { first, fitting }));
    };
    // The rows are there in the very frame that moved, not in one after it.
    const onScroll = () => flushSync(look);
    const resized = new ResizeObserver(look);
    look();
    element.addEventListener("scroll", onScroll, { passive: true });
    resized.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      resized.disconnect();
    };
  }, [scroller, rowHeight]);

  const reveal = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (element === null) return;
      const header = element.querySelector<HTMLElement>("[data-sticky]")?.offsetHeight ?? 0;
      const top = row * rowHeight;
      const bottom = top + rowHeight + header - element.clientHeight;
      if (element.scrollTop > top) element.scrollTo({ top });
      else if (element.scrollTop < bottom) element.scrollTo({ top: bottom });
    },
    [scroller, rowHeight],
  );

  const first = Math.max(0, view.first - margin);
  const end = Math.min(count, view.first + view.fitting + step + margin);
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
  if (pinned < count && pinned < first) rows.unshift(pinned);
  if (pinned < count && pinned >= end) rows.push(pinned);
  return { rows, fitting: view.fitting, reveal };
}
