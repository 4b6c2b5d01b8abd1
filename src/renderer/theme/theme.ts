import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineTransition,
} from "@mantine/core";

/** Fired clay: the one warm accent. */
const clay: MantineColorsTuple = [
  "#fcf1ea",
  "#f6dfd0",
  "#efc3a8",
  "#eaa47c",
  "#ea8950",
  "#e8743b",
  "#c9531f",
  "#ad4518",
  "#8f3913",
  "#6f2d10",
];

/** Warm greys between ink and paper; the library's own greys and darks are replaced by them. */
const stone: MantineColorsTuple = [
  "#faf8f4",
  "#f3efe8",
  "#e6e0d6",
  "#d5cdc0",
  "#b3aa9b",
  "#8b8275",
  "#6a6257",
  "#4d463d",
  "#332e27",
  "#211d17",
];

const night: MantineColorsTuple = [
  "#efe9dd",
  "#d3cbbd",
  "#aaa193",
  "#857c6f",
  "#5d564b",
  "#443e35",
  "#302b24",
  "#24201a",
  "#1b1813",
  "#14110d",
];

const brief = { duration: 120, transition: "fade" as MantineTransition };
/** The next key belongs to what was just opened already, or to what is there again. */
const atOnce = { duration: 0 };
const oneRadius = "6px";

export const theme = createTheme({
  colors: { clay, gray: stone, dark: night },
  primaryColor: "clay",
  primaryShade: { light: 7, dark: 5 },
  black: "#211d17",
  white: "#fffdf9",
  // The face named first has Arabic letters only (fonts.css): Latin falls to the system's own.
  fontFamily:
    '"Waypost Persian", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "1.4", sm: "1.45", md: "1.5", lg: "1.5", xl: "1.4" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: oneRadius, sm: oneRadius, md: oneRadius, lg: oneRadius, xl: oneRadius },
  defaultRadius: "md",
  shadows: { xs: "none", sm: "none", md: "none", lg: "none", xl: "none" },
  headings: { fontWeight: "600" },
  respectReducedMotion: true,
  cursorType: "default",
  components: {
    Button: { defaultProps: { size: "sm", variant: "default" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 28 } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: brief } },
    Menu: { defaultProps: { transitionProps: atOnce, shadow: "none" } },
    Popover: { defaultProps: { transitionProps: atOnce, shadow: "none" } },
    Drawer: { defaultProps: { transitionProps: atOnce } },
    // The editor of records is built of the dialog's parts.
    ModalRoot: { defaultProps: { transitionProps: atOnce } },
    Modal: { defaultProps: { transitionProps: atOnce, centered: true } },
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
