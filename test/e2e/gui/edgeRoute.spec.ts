import { goodToken, startCloudflare } from "../../mirror/cloudflare.ts";
import { startHome } from "../../mirror/home.ts";
import { findingsOn } from "../../support/axe.ts";
import { expect, go, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

test("a copy answers in front of a tunnel's domain once its owner says so @bothways", async ({
  page,
  language,
  say,
}) => {
  const host = "go.example.org";
  const cloudflare = await startCloudflare({
    zones: ["example.org"],
    records: [host],
    tokens: { [goodToken]: { rights: ["scripts", "databases", "routes", "zones"] } },
    isDocumentedOnly: true,
  });
  const home = await startHome(cloudflare, { guiPort: 0 });
  const main = page.getByRole("main");
  if (language === "fa") await setTheme(page, "fa", "dark");
  await openGui(page, home);
  await go(page, "settings/edge");

  const route = main.getByRole("checkbox", {
    name: say("Put the copy in front of domains that already have a DNS record"),
  });
  const tokens = main.getByRole("link", { name: say("Open Cloudflare’s API tokens page") });
  await expect(route).toBeHidden();
  await main.getByRole("textbox", { name: say("API token") }).fill(goodToken);
  await main.getByRole("textbox", { name: say("Your domains") }).fill(host);
  const create = main.getByRole("button", { name: say("Create the copy") });
  await create.click();
  await expect(
    main.getByText(
      say.like(
        "{{host}} already has a DNS record, for example for a tunnel. Let the copy answer in front of the record, or choose another domain.",
        { host: `\u2068${host}\u2069` },
      ),
    ),
  ).toBeVisible();
  await expect(tokens).not.toHaveAttribute("href", /workers_routes/);
  // The copy itself is there by now, and the form below asks for what is left.
  await main
    .getByRole("textbox", { name: say("API token") })
    .first()
    .fill(goodToken);
  await expect(main.getByRole("textbox", { name: say("Your domains") })).toHaveValue(host);
  await route.check();
  await expect(tokens).toHaveAttribute("href", /workers_routes.*zoneId=all/);
  await expect(main.getByText("Zone · Workers Routes · Edit")).toBeVisible();
  expect(await findingsOn(page)).toEqual([]);
  await main.getByRole("button", { name: say("Upgrade"), exact: true }).click();
  await expect(main.getByText(say("in front of its DNS record"))).toBeVisible();
  await expect(main.getByText("Fail open")).toBeVisible();
  expect([...cloudflare.routes.values()]).toMatchObject([{ pattern: `${host}/*` }]);
  expect(await findingsOn(page)).toEqual([]);

  await home.stop();
  await cloudflare.close();
});
