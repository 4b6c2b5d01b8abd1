import { expect, test } from "vitest";
import {
  isLocalAddress,
  readableAddress,
  shortAddressParts,
} from "../../../../src/renderer/ui/address/readableAddress.ts";

test("addresses are read without their scheme, and their escapes as letters", () => {
  expect(readableAddress("https://example.org/")).toBe("example.org");
  expect(readableAddress("http://127.0.0.1:4080/%D8%A8%D9%87%D8%A7%D8%B1")).toBe(
    "127.0.0.1:4080/بهار",
  );
  expect(readableAddress("https://example.org/%E2%80%AEtxt")).toBe("example.org/%E2%80%AEtxt");
  expect(readableAddress("https://example.org/%zz")).toBe("example.org/%zz");
});

test("a host in Arabic script is read as letters, one that could pass for another is not", () => {
  for (const host of ["پیوند.example.com", "کتاب‌ها.ایران", "نمونه-۲.example"]) {
    const { href } = new URL(`https://${host}/spring`);
    expect(href).toContain("xn--");
    expect(readableAddress(href)).toBe(`${host.normalize("NFKC")}/spring`);
  }
  // Cyrillic letters that look Latin, Latin with an umlaut, and what is no name at all.
  for (const host of ["xn--80ak6aa92e.com", "xn--bcher-kva.example", "xn--.example", "xn--a!"])
    expect(readableAddress(`https://${host}/spring`)).toBe(`${host}/spring`);
});

test("a short address is parted before its alias, as people read both", () => {
  expect(shortAddressParts("http://127.0.0.1:4080/%D8%A8%D9%87%D8%A7%D8%B1")).toEqual({
    host: "127.0.0.1:4080",
    alias: "بهار",
  });
  expect(shortAddressParts("https://example.org/go/spring")).toEqual({
    host: "example.org/go",
    alias: "spring",
  });
});

test("an address of this computer is known as one", () => {
  expect(isLocalAddress("http://127.0.0.1:4080")).toBe(true);
  expect(isLocalAddress("http://localhost:4080/s")).toBe(true);
  expect(isLocalAddress("https://links.example.org/s")).toBe(false);
  // What a code says while another kind of it is being chosen.
  expect(isLocalAddress("Hello")).toBe(false);
});
