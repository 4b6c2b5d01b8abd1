import type { RestOfLink } from "./importedLinks.ts";

/** A part of imported links that acts on visitors, besides the redirect itself. */
export interface VisitorEffect {
  readonly what: "pixel" | "type" | "metaimage" | "deeplink";
  /** Empty: all further ones. */
  readonly name: string;
  links: number;
}

/** More are counted under one empty name. */
const mostNamed = 100;

function hostOf(url: string): string {
  return URL.parse(url)?.host.slice(0, 260) ?? "";
}

/** Collects the effects, by their names. */
export function createVisitorEffects() {
  const found = new Map<string, VisitorEffect>();

  function add(what: VisitorEffect["what"], name: string): void {
    const key = `${what}\n${name}`;
    const known = found.get(key);
    if (known !== undefined) known.links += 1;
    else if (found.size < mostNamed || name === "") found.set(key, { what, name, links: 1 });
    else add(what, "");
  }

  return {
    take({ details, pixels }: RestOfLink): void {
      for (const name of new Set(pixels.map(({ type, tag }) => `${type} ${tag}`))) {
        add("pixel", name);
      }
      const { type, metaImage, deepLink } = details;
      if (type !== undefined && type.kind !== "direct") add("type", type.kind);
      if (metaImage !== undefined) add("metaimage", hostOf(metaImage));
      const apps = [deepLink?.apple, deepLink?.google].flatMap((url) => url ?? []);
      for (const host of new Set(apps.map(hostOf))) add("deeplink", host);
    },
    told: (): readonly VisitorEffect[] => [...found.values()],
  };
}
