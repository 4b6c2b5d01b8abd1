/**
 * What visitors see of splash pages and overlays: the part of their rows in `recordTables.ts` that
 * visitors' pages and the always-on copy are made from. It stands by itself so that the Worker
 * holds nothing else of the tables.
 */

type ShownField = { readonly need?: "given" } & (
  | { readonly as: "text" | "address" | "picture" }
  | { readonly as: "number"; readonly otherwise: number }
  | { readonly as: "colour"; readonly otherwise: string }
  | { readonly as: "choice"; readonly of: readonly string[]; readonly otherwise?: string }
  | { readonly as: "choices"; readonly of: readonly string[] }
);

export type ShownTable = Readonly<Record<string, ShownField>>;

export const shownSplashPageFields = {
  title: { as: "text" },
  message: { as: "text" },
  banner: { as: "picture" },
  logo: { as: "picture" },
  link: { as: "address" },
  delay: { as: "number", otherwise: 5 },
} as const satisfies ShownTable;

export const overlayTypes = ["message", "contact"] as const;
export const overlayPositions = ["top", "bottom", "left", "right", "center"] as const;
export const contactFields = ["name", "email", "phone", "message"] as const;

export const shownOverlayFields = {
  type: { as: "choice", of: overlayTypes, need: "given" },
  message: { as: "text" },
  label: { as: "text" },
  button: { as: "text" },
  link: { as: "address" },
  position: { as: "choice", of: overlayPositions, otherwise: "bottom" },
  background: { as: "colour", otherwise: "#FFFDF9" },
  foreground: { as: "colour", otherwise: "#211D17" },
  fields: { as: "choices", of: contactFields },
  thanks: { as: "text" },
} as const satisfies ShownTable;

export const bioThemes = ["paper", "clay", "moss", "sea", "plum", "night"] as const;
export type BioTheme = (typeof bioThemes)[number];
export const bioButtons = ["rounded", "pill", "square", "line"] as const;
export type BioButtons = (typeof bioButtons)[number];

/** A picture that is stored with its record: made by Waypost, or on its way there. */
export const ownPicture = /^data:image\/(?:png|jpeg);base64,[\w+/]+={0,2}$/;

/** What answers show of a field, and callers send. */
export type ValueOf<Field extends { readonly as: string }> = Field extends { readonly as: "number" }
  ? number
  : Field extends { readonly as: "flag" }
    ? boolean
    : Field extends { readonly as: "choice"; readonly of: readonly (infer Choice)[] }
      ? Choice
      : Field extends { readonly as: "choices"; readonly of: readonly (infer Choice)[] }
        ? Choice[]
        : string;

/** What visitors see of a record. */
export type ShownOf<Table extends ShownTable> = {
  readonly [
    Name in keyof Table as Table[Name] extends { readonly need: string } ? Name : never
  ]: Readonly<ValueOf<Table[Name]>>;
} & {
  readonly [Name in keyof Table as Table[Name] extends { readonly need: string } ? never : Name]?:
    | Readonly<ValueOf<Table[Name]>>
    | undefined;
};

export type ShownSplashPage = ShownOf<typeof shownSplashPageFields>;
export type ShownOverlay = ShownOf<typeof shownOverlayFields>;

type Let = (address: string | undefined) => string | undefined;

const asStored: Let = (address) => address;

/** What visitors see of a record, with the addresses, and those of pictures, that are let through. */
export function shownOf<Table extends ShownTable>(
  table: Table,
  record: object,
  {
    address = asStored,
    picture = asStored,
  }: { readonly address?: Let; readonly picture?: Let } = {},
): ShownOf<Table> {
  const stored: Readonly<Record<string, unknown>> = { ...record };
  const shown = Object.entries(table).map(([name, { as }]) => {
    const value = stored[name];
    if (typeof value !== "string") return [name, value];
    return [name, as === "address" ? address(value) : as === "picture" ? picture(value) : value];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the record has what the table says
  return Object.fromEntries(shown) as ShownOf<Table>;
}
