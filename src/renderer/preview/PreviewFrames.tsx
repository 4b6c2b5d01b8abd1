import { useElementSize } from "@mantine/hooks";
import { type RefObject, useEffect, useRef, useState } from "react";
import { z } from "zod";
import classes from "./PreviewPane.module.css";

const message = z.object({ waypost: z.literal("leads"), to: z.string().max(8_192) });

/**
 * A page in a frame that has an origin of its own and no way out. The next one takes its place once
 * it has come, so that nothing flickers; until then nobody can get into it, nor it at the focus.
 */
export function PreviewFrames({
  address,
  title,
  size: { width, height },
  frame,
  told,
}: {
  /** Undefined: the first one is on its way. */
  readonly address: string | undefined;
  readonly title: string;
  /** Of the screen that it is looked at on, CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** The one that is shown. */
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** The page at an address would have led somewhere. */
  readonly told: (address: string, to: string) => void;
}) {
  const [shown, setShown] = useState<string | null>(null);
  const next = useRef<HTMLIFrameElement>(null);
  const box = useElementSize();
  const scale = Math.min(1, box.width / width);

  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      const said = message.safeParse(data);
      if (!said.success || source === null) return;
      const from = [frame.current, next.current].find((one) => one?.contentWindow === source);
      const address = from?.getAttribute("src");
      if (address != null) told(address, said.data.to);
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  });

  const addresses = [...new Set([shown, address ?? null])].filter((one) => one !== null);
  return (
    <div ref={box.ref} className={classes.box} style={{ height: height * scale }}>
      {addresses.map((one) => {
        const isShown = one === shown;
        return (
          <iframe
            key={one}
            ref={isShown ? frame : next}
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
