import { z } from "zod";
import { bounds, text } from "./fields.ts";

/** `details.device` keys and `devicetarget.device` values; the last three are groups. */
export const devices = [
  "iphone",
  "ipad",
  "android",
  "windows",
  "mac",
  "linux",
  "chromeos",
  "mobile",
  "tablet",
  "desktop",
] as const;

/** A device or a group of them, in any case; an unknown one is refused. */
export const deviceName = text(bounds.title)
  .trim()
  .toLowerCase()
  .pipe(z.enum(devices, `must be one of ${devices.join(", ")}`));
