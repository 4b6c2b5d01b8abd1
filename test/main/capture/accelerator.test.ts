import { expect, test } from "vitest";
import { accelerator } from "../../../src/main/capture/accelerator.ts";

test.each(["CommandOrControl+Alt+K", "Super+Space", "Control+Shift+F12", "Shift+F5", "Alt+1"])(
  "%s can be listened for",
  (keys) => {
    expect(accelerator.safeParse(keys).success).toBe(true);
  },
);

test.each([
  "K",
  "Shift+K",
  "F5",
  "Control",
  "Control+Alt",
  "Control+k",
  "Control+K; rm",
  "",
  "Hyper+K",
])("%j can't", (keys) => {
  expect(accelerator.safeParse(keys).success).toBe(false);
});
