import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { z } from "zod";
import classes from "./VisitorPreview.module.css";

const message = z.object({ waypost: z.literal("leads"), to: z.string().max(8_192) });

/**
 * A page in a frame that has an origin of its own and no way out. The next one takes its place once
 * it has come, so that nothing flickers; until then nobody can get into it, nor it at the focus.
 */
export function PreviewFrames({
  address,
  title,
  size: { width, height },
  isPhone = false,
  held = null,
  onFollow,
}: {
  /** Undefined: the first one is on its way. */
  readonly address: string | undefined;
  readonly title: string;
  /** Of the screen that it is looked at on, CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** Drawn as one. */
  readonly isPhone?: boolean;
  /** The page that is to wait, by its address. */
  readonly held?: string | null;
  /** The page at an address would have led somewhere. */
  readonly onFollow?: (address: string, to: string) => void;
}) {
  const [shown, setShown] = useState<string | null>(null);
  const frames = useRef<HTMLDivElement>(null);
  const room = useWidth(frames);
  const scale = Math.min(1, room / width);

  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      const parsed = message.safeParse(data);
      if (!parsed.success || source === null) return;
      const from = framesIn(frames.current).find((one) => one.contentWindow === source);
      const page = from?.getAttribute("src");
      if (page != null) onFollow?.(page, parsed.data.to);
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  });

  useEffect(() => {
    const waiting = framesIn(frames.current).find((one) => one.getAttribute("src") === held);
    waiting?.contentWindow?.postMessage("hold", "*");
  }, [held]);

  const addresses = [...new Set([shown, address ?? null])].filter((one) => one !== null);
  return (
    <div
      ref={frames}
      className={classes.box}
      data-phone={isPhone || undefined}
      style={{ height: height * scale }}
    >
      {addresses.map((one) => {
        const isShown = one === shown;
        return (
          <iframe
            key={one}
            className={classes.frame}
            title={title}
            src={one}
            sandbox="allow-scripts allow-forms"
            referrerPolicy="no-referrer"
            inert={!isShown}
            data-coming={isShown ? undefined : true}
            style={{ width, height, transform: `scale(${scale})` }}
            onLoad={() => {
              if (one === address) setShown(one);
            }}
          />
        );
      })}
    </div>
  );
}

/** How wide it is, from its first drawing on. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const look = () => setWidth(current.clientWidth);
    const resized = new ResizeObserver(look);
    look();
    resized.observe(current);
    return () => resized.disconnect();
  }, [element]);
  return width;
}

function framesIn(box: HTMLElement | null): readonly HTMLIFrameElement[] {
  return [...(box?.querySelectorAll("iframe") ?? [])];
}
