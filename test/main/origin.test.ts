import { expect, test } from "vitest";
import { isGuiAddress } from "../../src/main/origin.ts";

test.each(["app://waypost/", "app://waypost/links?q=1#x", "app://waypost"])(
  "%s belongs to the GUI",
  (address) => {
    expect(isGuiAddress(address)).toBe(true);
  },
);

test.each([
  "app://other/",
  "app://waypost.example/",
  "app://waypost:1/",
  "apps://waypost/",
  "https://waypost/",
  "http://127.0.0.1:4080/",
  "file:///app://waypost/",
  "about:blank",
  "",
])("%j doesn't", (address) => {
  expect(isGuiAddress(address)).toBe(false);
});
