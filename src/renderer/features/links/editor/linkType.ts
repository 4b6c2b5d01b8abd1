/** A link's `type`, taken apart: how visitors get to the target, and by which page. */
export interface Opening {
  readonly kind: "direct" | "frame" | "splash" | "overlay";
  /** Of the splash page, banner or form; null: the service's own splash page, or not chosen yet. */
  readonly id: number | null;
}

/** docs/api.md, "Types of a link". */
export function openingOf(type: string): Opening {
  const overlay = /^overlay-(\d*)$/.exec(type)?.[1];
  if (overlay !== undefined)
    return { kind: "overlay", id: overlay === "" ? null : Number(overlay) };
  if (/^\d+$/.test(type)) return { kind: "splash", id: Number(type) };
  return { kind: type === "frame" || type === "splash" ? type : "direct", id: null };
}

export function typeOf({ kind, id }: Opening): string {
  switch (kind) {
    case "direct":
    case "frame":
      return kind;
    case "splash":
      return id === null ? "splash" : String(id);
    case "overlay":
      return `overlay-${id ?? ""}`;
  }
}
