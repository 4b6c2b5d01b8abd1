import type { Page } from "@playwright/test";
import type { TestServer } from "../../support/server.ts";
import { inFullUnlessCrossed } from "../../support/full.ts";
import {
  add,
  addLink,
  clicksOf,
  expect,
  expectNoFindingsInAnyLook,
  expectUnharmed,
  forEachLocale,
  hostile,
  screens,
  target,
  targetPage,
  test,
} from "./interstitialTest.ts";

const message = {
  type: "message",
  name: "Sale",
  label: "Spring sale",
  message: "Two for one until Sunday.",
  button: "See the offers",
  link: "https://shop.example/",
};

const contact = {
  type: "contact",
  name: "Questions",
  label: "Ask us anything",
  message: "We answer within a day.",
  fields: ["name", "email", "phone", "message"],
  thanks: "Thank you, we will write to you.",
};

const given = {
  Name: "Max Muster",
  Email: "max@example.org",
  Phone: "+49 30 1234",
  Message: "Do you\ndeliver? <b>",
};

async function fill(page: Page, fields: Readonly<Record<string, string>> = given): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByRole("textbox", { name: label, exact: true }).fill(text);
  }
}

/** What the owner's own window asks for. */
async function answersTo(service: TestServer, overlay: number) {
  const { body } = await service.api(
    "GET",
    `/api/overlay/${overlay}/answers`,
    undefined,
    service.localKey,
  );
  return body.data.answers;
}

test.beforeEach(({ outside }) => {
  outside.answer(target, targetPage);
  outside.answer("https://shop.example/", "<!doctype html><title>Shop</title>");
});

for (const [screen, viewport] of Object.entries(screens))
  for (const javaScriptEnabled of [true, false])
    test.describe(`${screen}, ${javaScriptEnabled ? "with" : "without"} JavaScript${inFullUnlessCrossed(screen === "phone", javaScriptEnabled)}`, () => {
      test.use({ viewport, javaScriptEnabled });

      test("a message stands over the target, leads on, and can be closed; it counts once", async ({
        page,
        service,
      }) => {
        const overlay = await add(service, "overlay", message);
        const link = await addLink(service, { type: `overlay-${overlay}` });
        await page.goto(link.address);
        const dialog = page.getByRole("dialog", { name: "Spring sale" });
        await expect(dialog).toContainText("Two for one until Sunday.");
        await expect(dialog.getByRole("link", { name: "See the offers" })).toHaveAttribute(
          "href",
          "https://shop.example/",
        );
        const framed = page.frameLocator("iframe");
        await expect(framed.getByRole("heading", { name: "The target itself" })).toBeVisible();
        await dialog.getByRole("button", { name: "Close" }).click();
        await expect(dialog).toBeHidden();
        expect(await clicksOf(service, link.id)).toBe(1);
      });

      test("a contact form is answered, kept, and thanked for", async ({ page, service }) => {
        const overlay = await add(service, "overlay", contact);
        const link = await addLink(service, { type: `overlay-${overlay}` });
        await page.goto(link.address);
        await fill(page);
        await page.getByRole("button", { name: "Send" }).click();
        await expect(page.getByText("Thank you, we will write to you.")).toBeVisible();
        await expect(page.getByRole("textbox")).toHaveCount(0);
        expect(await answersTo(service, overlay)).toMatchObject([
          {
            link: link.id,
            shorturl: link.address,
            name: "Max Muster",
            email: "max@example.org",
            phone: "+49 30 1234",
            message: "Do you\ndeliver? <b>",
          },
        ]);
        expect(await clicksOf(service, link.id)).toBe(1);
        await page.getByRole("button", { name: "Close" }).click();
        await expect(page.getByRole("dialog")).toBeHidden();
      });
    });

test.describe("in Persian", () => {
  test.use({ locale: "fa-IR" });

  test("words that run the other way stand below the heading's beginning", async ({
    page,
    service,
  }) => {
    const { label: _, ...unnamed } = message;
    const overlay = await add(service, "overlay", unnamed);
    await page.goto((await addLink(service, { type: `overlay-${overlay}` })).address);
    const edges = await page
      .getByRole("dialog")
      .locator("h2, .said")
      .evaluateAll((found) =>
        found.map((one) => {
          const text = document.createRange();
          text.selectNodeContents(one);
          return Math.round(text.getBoundingClientRect().right);
        }),
      );
    expect(edges).toHaveLength(2);
    expect(edges[1]).toBe(edges[0]);
  });
});

test("positions, colours, and the keyboard", async ({ page, service }) => {
  await page.setViewportSize(screens.desktop);
  const places: Record<string, { x: number; y: number; width: number; height: number } | null> = {};
  for (const position of ["top", "bottom", "left", "right", "center"]) {
    const overlay = await add(service, "overlay", {
      ...message,
      position,
      background: "#0a3d62",
      foreground: "#fef3d0",
    });
    const link = await addLink(service, { type: `overlay-${overlay}` });
    await page.goto(link.address);
    const dialog = page.getByRole("dialog");
    await expect(dialog).toHaveCSS("background-color", "rgb(10, 61, 98)");
    await expect(dialog).toHaveCSS("color", "rgb(254, 243, 208)");
    places[position] = await dialog.boundingBox();
    // In the middle the keyboard stays in it.
    if (position === "center") {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(
        true,
      );
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.locator("iframe")).toBeFocused();
  }
  const middle = (name: string) => {
    const box = places[name] ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  };
  expect(middle("top").y).toBeLessThan(250);
  expect(middle("bottom").y).toBeGreaterThan(550);
  expect(middle("left").x).toBeLessThan(300);
  expect(middle("right").x).toBeGreaterThan(980);
  expect(middle("center").x).toBeCloseTo(640, -1);
  for (const side of ["left", "right", "center"]) {
    expect(Math.abs(middle(side).y - 420)).toBeLessThan(60);
  }
});

test("two colours that can't be read together are made readable", async ({ page, service }) => {
  const overlay = await add(service, "overlay", {
    ...message,
    background: "#ffffff",
    foreground: "#eeeeee",
  });
  const link = await addLink(service, { type: `overlay-${overlay}` });
  await page.goto(link.address);
  await expect(page.getByRole("dialog")).toHaveCSS("color", "rgb(0, 0, 0)");
});

for (const javaScriptEnabled of [true, false])
  test.describe(`a target that can't be framed, ${javaScriptEnabled ? "with" : "without"} JavaScript${javaScriptEnabled ? "" : " @full"}`, () => {
    const plain = "http://target.example/";
    // A page under https shows nothing from http.
    test.use({ javaScriptEnabled, settings: { baseUrl: "https://links.example" } });

    test("the form has a page of its own, then comes the target", async ({
      page,
      service,
      outside,
    }) => {
      outside.answer(plain, targetPage);
      const overlay = await add(service, "overlay", { ...contact, background: "#0a3d62" });
      const link = await addLink(service, { type: `overlay-${overlay}`, url: plain });
      await page.goto(new URL(link.path, service.baseUrl).href);
      await expect(page.getByRole("heading", { name: "Ask us anything" })).toBeVisible();
      await expect(page.locator("iframe")).toHaveCount(0);
      if (javaScriptEnabled) await expectNoFindingsInAnyLook(page, "overlay-alone");
      await fill(page);
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByText("Thank you, we will write to you.")).toBeVisible();
      expect(await answersTo(service, overlay)).toHaveLength(1);
      await page.getByRole("link", { name: "Continue to target.example" }).click();
      await expect(page).toHaveURL(plain);
      expect(await clicksOf(service, link.id)).toBe(1);
    });
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form with faults comes back with what was written", async ({ page, service }) => {
    const overlay = await add(service, "overlay", contact);
    const link = await addLink(service, { type: `overlay-${overlay}` });
    await page.goto(link.address);
    // As from a browser that checks nothing itself.
    await fill(page, { ...given, Email: "a@b", Phone: " " });
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("Fill in this field.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue(given.Message);
    expect(await answersTo(service, overlay)).toEqual([]);
  });

  test("a sixth message within the hour is refused, and nothing is lost from the form @full", async ({
    page,
    service,
  }) => {
    const overlay = await add(service, "overlay", contact);
    const link = await addLink(service, { type: `overlay-${overlay}` });
    for (let count = 0; count < 5; count += 1) {
      await page.goto(link.address);
      await fill(page);
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByText("Thank you, we will write to you.")).toBeVisible();
    }
    await page.goto(link.address);
    await fill(page);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("alert")).toContainText("Try again in an hour.");
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Max Muster");
    expect(await answersTo(service, overlay)).toHaveLength(5);
  });
});

test("behind a password the form still reaches its overlay", async ({ page, service }) => {
  const overlay = await add(service, "overlay", { ...contact, fields: ["email"] });
  const link = await addLink(service, { type: `overlay-${overlay}`, password: "secret" });
  await page.goto(link.address);
  await page.getByRole("textbox", { name: "Password" }).fill("secret");
  await page.keyboard.press("Enter");
  await fill(page, { Email: "max@example.org" });
  await page.keyboard.press("Enter");
  await expect(page.getByText("Thank you, we will write to you.")).toBeVisible();
  expect(await answersTo(service, overlay)).toHaveLength(1);
});

forEachLocale((locale) => {
  test("axe finds nothing, wherever an overlay stands", async ({ page, service, complaints }) => {
    for (const [name, fields] of [
      ["message-bottom", message],
      [
        "message-left",
        { ...message, position: "left", background: "#f4c95d", foreground: "#2b2118" },
      ],
      [
        "contact-center",
        { ...contact, position: "center", background: "#fffdf9", foreground: "#211d17" },
      ],
      ["contact-right", { ...contact, position: "right", fields: ["email", "message"] }],
    ] as const) {
      const words =
        locale === "fa-IR"
          ? { label: "حراج بهاره", message: "تا یکشنبه دو تا به قیمت یکی.", button: "دیدن" }
          : {};
      const overlay = await add(service, "overlay", { ...fields, ...words });
      const link = await addLink(service, { type: `overlay-${overlay}`, metatitle: "Spring" });
      await page.goto(link.address);
      await expectNoFindingsInAnyLook(page, `overlay-${name}-${locale}`);
    }
    expect(complaints).toEqual([]);
  });
});

test.describe("a target that can't be framed, fa-IR", () => {
  // A page under https shows nothing from http.
  test.use({ locale: "fa-IR", settings: { baseUrl: "https://links.example" } });

  test("axe finds nothing on the form's own page", async ({ page, service, complaints }) => {
    const overlay = await add(service, "overlay", { ...contact, label: "بپرسید" });
    const link = await addLink(service, {
      type: `overlay-${overlay}`,
      url: "http://target.example/",
    });
    await page.goto(new URL(link.path, service.baseUrl).href);
    await expect(page.getByRole("heading", { name: "بپرسید" })).toBeVisible();
    await expectNoFindingsInAnyLook(page, "overlay-alone-fa-IR");
    expect(complaints).toEqual([]);
  });
});

test("hostile texts stay texts", async ({ page, service }) => {
  for (const type of ["message", "contact"] as const) {
    const overlay = await add(service, "overlay", {
      type,
      name: hostile.text,
      label: hostile.text,
      message: hostile.text,
      button: hostile.text,
      thanks: hostile.text,
      link: hostile.address,
    });
    const link = await addLink(service, {
      type: `overlay-${overlay}`,
      url: hostile.address,
      metatitle: hostile.text,
    });
    const answer = await page.goto(link.address);
    await expect(page.getByRole("dialog")).toContainText("<script>alert(1)</script>");
    await expectUnharmed(page, answer?.headers() ?? {});
    if (type === "message") continue;
    await fill(page, {
      Name: hostile.text,
      Email: `${"x".repeat(20)}@b`,
      Message: hostile.text,
    });
    await page.getByRole("button", { name: hostile.text.slice(0, 20) }).click();
    await expect(page.getByRole("status")).toContainText("<script>alert(1)</script>");
    expect(await answersTo(service, overlay)).toMatchObject([
      { message: hostile.text.replace("\u2028", "\u2028") },
    ]);
  }
});
