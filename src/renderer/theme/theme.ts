import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineTransition,
  type VariantColorsResolver,
} from "@mantine/core";

/** Fired clay: the one warm accent, for the trail and the one primary button. */
const clay: MantineColorsTuple = [
  "#fcf1ea",
  "#f8e4d6",
  "#f0c6a9",
  "#efa276",
  "#f39463",
  "#ee7b40",
  "#d9622b",
  "#c2501c",
  "#a84012",
  "#7a2f0d",
];

/** For deleting alone. */
const crimson: MantineColorsTuple = [
  "#fbeaee",
  "#f6d0d9",
  "#ffb0be",
  "#ff93a6",
  "#ee6480",
  "#d83d5f",
  "#c02349",
  "#a8123b",
  "#8c0d30",
  "#6b0723",
];

/** Warm greys between ink and paper; the library's own greys and darks are replaced by them. */
const stone: MantineColorsTuple = [
  "#f6f2ea",
  "#efe8dc",
  "#e9e2d6",
  "#d5cdc0",
  "#b3aa9b",
  "#8b8275",
  "#6b6256",
  "#4d463d",
  "#332e27",
  "#211d17",
];

const night: MantineColorsTuple = [
  "#f1ebdf",
  "#d3cbbd",
  "#a89e8f",
  "#857c6f",
  "#5d564b",
  "#443e35",
  "#2d2821",
  "#262119",
  "#1d1914",
  "#15120e",
];

const brief = { duration: 120, transition: "fade" as MantineTransition };
/** The next key belongs to what was just opened already, or to what is there again; base.css moves what comes. */
const atOnce = { duration: 0 };

/** Letters that a face doesn't have come from the next one: Arabic ones always from the first. */
const faces = (own: string, others: string) => `"Waypost Persian", "${own}", ${others}`;
const sans = faces("Waypost Sans", 'system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif');

/** Filled is clay, crimson for what deletes, or ink; what isn't filled is ink on its ground. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant === "filled" && input.color === "ink")
    return { ...colors, background: "var(--ink)", hover: "var(--ink)", color: "var(--paper)" };
  if (input.variant === "filled")
    return input.color === "crimson"
      ? {
          ...colors,
          background: "var(--danger)",
          hover: "var(--danger-strong)",
          color: "var(--on-danger)",
        }
      : { ...colors, color: "var(--on-accent)" };
  if (input.variant === "subtle" && input.color !== "crimson")
    return { ...colors, hover: "var(--wash)", color: "var(--ink)", hoverColor: "var(--ink)" };
  return colors;
};

export const theme = createTheme({
  colors: { clay, crimson, gray: stone, dark: night },
  primaryColor: "clay",
  primaryShade: { light: 7, dark: 5 },
  variantColorResolver,
  black: "#211d17",
  white: "#fffdf9",
  fontFamily: sans,
  fontFamilyMonospace: faces("Waypost Mono", 'ui-monospace, "DejaVu Sans Mono", monospace'),
  fontSizes: {
    xs: "var(--text-help)",
    sm: "var(--text)",
    md: "var(--text)",
    lg: "var(--text-section)",
    xl: "var(--text-screen)",
  },
  lineHeights: { xs: "1.4", sm: "1.43", md: "1.43", lg: "1.4", xl: "1.3" },
  fontWeights: { regular: "400", medium: "500", bold: "600" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "6px", sm: "8px", md: "9px", lg: "12px", xl: "14px" },
  defaultRadius: "md",
  shadows: {
    xs: "none",
    sm: "none",
    md: "var(--shadow)",
    lg: "var(--shadow)",
    xl: "var(--shadow)",
  },
  headings: {
    fontFamily: sans,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "var(--text-screen)", lineHeight: "1.3" },
      h2: { fontSize: "var(--text-section)", lineHeight: "1.4" },
      h3: { fontSize: "var(--text)", lineHeight: "1.43" },
    },
  },
  respectReducedMotion: true,
  cursorType: "default",
  components: {
    Button: { defaultProps: { size: "sm", variant: "default" } },
    ActionIcon: {
      defaultProps: { variant: "subtle", color: "gray", size: 28 },
      vars: (_theme: unknown, { variant }: { readonly variant?: string | undefined }) => ({
        root: variant === "subtle" ? { "--ai-color": "var(--ink-soft)" } : {},
      }),
    },
    Alert: { defaultProps: { variant: "light", radius: "lg" } },
    Checkbox: { defaultProps: { size: "xs", radius: 4 } },
    Badge: { defaultProps: { variant: "default", radius: "xl", size: "md", tt: "none" } },
    Card: { defaultProps: { padding: "md", radius: "lg", withBorder: true } },
    Table: {
      defaultProps: {
        verticalSpacing: "xs",
        horizontalSpacing: "sm",
        withRowBorders: false,
        // The library's own is too near to soft ink in the dark.
        highlightOnHoverColor: "var(--wash)",
      },
    },
    Tabs: {
      defaultProps: { variant: "pills", radius: "sm" },
      vars: () => ({ root: { "--tabs-color": "var(--wash)", "--tabs-text-color": "var(--ink)" } }),
    },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: brief } },
    Menu: { defaultProps: { transitionProps: atOnce, shadow: "md" } },
    Popover: { defaultProps: { transitionProps: atOnce, shadow: "md" } },
    Drawer: { defaultProps: { transitionProps: atOnce } },
    // The editor of records is built of the dialog's parts.
    ModalRoot: { defaultProps: { transitionProps: atOnce } },
    Modal: {
      defaultProps: { transitionProps: atOnce, centered: true, radius: "xl" },
      // What gets the focus above stops below the title, which stays.
      styles: { content: { scrollPaddingBlockStart: 72 } },
    },
  },
});

/** The words of tokens.css, said to the library. */
const surfaces = {
  "--mantine-color-body": "var(--paper)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-dimmed": "var(--ink-soft)",
  "--mantine-color-placeholder": "var(--ink-soft)",
  "--mantine-color-anchor": "var(--accent-text)",
  "--mantine-color-error": "var(--danger)",
  "--mantine-color-default": "var(--sheet)",
  "--mantine-color-default-hover": "var(--wash)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--line)",
  "--mantine-primary-color-filled": "var(--accent)",
  "--mantine-primary-color-filled-hover": "var(--accent-strong)",
  "--mantine-primary-color-contrast": "var(--on-accent)",
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: surfaces,
  dark: surfaces,
});
