import { expect, test } from "vitest";
import { createCountryNames } from "../../../src/renderer/i18n/countryNames.ts";

test("countries are named in the reader's language", () => {
  expect(createCountryNames("fa")("Germany")).toBe("آلمان");
  expect(createCountryNames("fa")("Atlantis")).toBe("Atlantis");
  expect(createCountryNames("en")("Germany")).toBe("Germany");
});
