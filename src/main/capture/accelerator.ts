import { z } from "zod";

const modifier = "(?:CommandOrControl|Control|Command|Alt|Shift|Super)";
const key = "(?:[A-Z0-9]|F(?:[1-9]|1\\d|2[0-4])|Space|Up|Down|Left|Right|Home|End|PageUp|PageDown)";

/**
 * Keys in Electron's own words, `Control+Alt+K`. Shift alone is no modifier: letters would be taken
 * from whoever types.
 */
export const accelerator = z
  .string()
  .max(60)
  .regex(new RegExp(`^(?:${modifier}\\+){1,4}${key}$`))
  .refine((keys) => /^(?!Shift\+[^+]+$)/.test(keys) || /\+F\d+$/.test(keys));
