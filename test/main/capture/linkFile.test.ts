import { expect, test } from "vitest";
import { addressInLinkFile } from "../../../src/main/capture/linkFile.ts";

test("the address in a file that was dragged out of a browser", () => {
  const mac = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>URL</key>
  <string>https://example.org/?a=1&amp;b=2</string></dict></plist>`;
  expect(addressInLinkFile(mac)).toBe("https://example.org/?a=1&b=2");
  expect(addressInLinkFile("[InternetShortcut]\r\nURL=https://example.org/a\r\nIconIndex=0")).toBe(
    "https://example.org/a",
  );
  expect(addressInLinkFile("https://example.org")).toBeNull();
});
