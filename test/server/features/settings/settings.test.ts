import { expect, test } from "vitest";
import {
  chooseSettings,
  type SettingTexts,
} from "../../../../src/server/features/settings/settings.ts";
import { readProxies } from "../../../../src/server/features/settings/trustedProxies.ts";

const said = (texts: SettingTexts) => ({ origin: "flag", texts }) as const;

test("pages have no name and the service's own colour, until the owner says otherwise", () => {
  expect(chooseSettings()).toMatchObject({
    "page.name": "",
    "page.color": "",
    "privacy.respectDnt": true,
  });
  const chosen = { "page.name": " Harbour Books ", "page.color": "#1B2a6b" };
  expect(chooseSettings(said({ ...chosen, "privacy.respectDnt": "false" }))).toMatchObject({
    "page.name": "Harbour Books",
    "page.color": "#1B2A6B",
    "privacy.respectDnt": false,
  });
});

test.each([
  [{ "page.name": "x".repeat(81) }, /"page\.name" must be at most 80 characters/],
  [{ "page.color": "red" }, /"page\.color" must be a color such as #AD4518/],
  [{ "page.color": "#fff;}" }, /"page\.color" must be a color/],
  [{ "privacy.respectDnt": "maybe" }, /"privacy\.respectDnt" must be true or false/],
])("%j is refused by name", (texts, message) => {
  expect(() => chooseSettings(said(texts))).toThrow(message);
});

test.each(["10.0.0.256", "10.0.0.0/33", "::/129", "10.0.0.0/8/8", "10.0.0.0/", "proxy.example"])(
  "%j is no proxy",
  (entry) => expect(readProxies(entry)).toBeNull(),
);
