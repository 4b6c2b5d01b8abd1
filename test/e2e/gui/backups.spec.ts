import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findingsOn } from "../../support/axe.ts";
import { addLink, expect, test } from "./guiTest.ts";

test("a backup is made, looked into and restored; a copy goes to a second folder", async ({
  gui,
  service,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "waypost-second-"));
  await addLink(service, { url: "https://example.org/", custom: "spring" });
  await gui.goto(`${gui.url().split("#")[0] ?? ""}#/exchange?tab=backups`);
  await expect(gui.getByText("No backups yet")).toBeVisible();
  await gui.getByRole("textbox", { name: "Folder" }).fill(folder);
  await gui.getByRole("button", { name: "Save" }).click();
  await expect(gui.getByText(/Last copied and verified/)).toBeVisible();
  expect(readdirSync(folder).join()).toMatch(/^waypost-.*\.zip$/);

  await gui.getByRole("button", { name: "Back up now" }).click();
  await expect(gui.getByText("Created a backup.")).toBeVisible();
  await expect(gui.getByText(/^Manual, [\d,.]+ (B|KiB)$/)).toBeVisible();
  await gui.getByRole("button", { name: /^Verify .*made-/ }).click();
  await expect(gui.getByText(/^Verified: this backup is intact\. .*1 link$/)).toBeVisible();
  const { id } = await addLink(service, { url: "https://example.org/", custom: "summer" });
  const { id: stays } = await addLink(service, { url: "https://example.org/", custom: "winter" });
  const see = gui.getByRole("button", { name: /Preview and restore: .*made-/ });
  await see.click();
  const preview = gui.getByRole("region", { name: /^What .* would change$/ });
  await expect(preview).toContainText("Links 2 will be removed");
  await preview.getByText("Links").click();
  await expect(preview.getByText("summer")).toBeVisible();
  expect(await findingsOn(gui)).toEqual([]);
  await preview.getByRole("checkbox", { name: "Select Links" }).uncheck();
  await expect(preview.getByRole("button", { name: "Review selection" })).toBeDisabled();
  await preview.getByRole("checkbox", { name: "summer" }).check();
  await preview.getByRole("button", { name: "Review selection" }).click();
  await expect(preview).toContainText("Links 1 will be removed");
  await preview.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(gui.getByText("Done.")).toBeVisible();
  expect((await service.api("GET", `/api/url/${stays}`)).status).toBe(200);
  expect((await service.api("GET", `/api/url/${id}`)).status).toBe(404);
  await expect(gui.getByRole("link", { name: "Show in History" })).toBeVisible();
  rmSync(folder, { recursive: true });

  // The restore of just now, as it was told while it was under way.
  await gui.route("**/api/jobs?*", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const job of json.data.jobs) Object.assign(job, { state: "running", ended: null });
    await route.fulfill({ response, json });
  });
  const running = gui.getByRole("button", { name: "Restoring 100%" });
  await expect(running).toBeVisible();
  await running.click();
  await expect(gui.getByRole("dialog", { name: "Job progress" })).toContainText("Restoring");
  expect(await findingsOn(gui)).toEqual([]);
  await gui.unrouteAll({ behavior: "ignoreErrors" });
});

test("what changed since a preview is previewed anew, and then restored @bothways", async ({
  gui,
  service,
  say,
}) => {
  const { id: spring } = await addLink(service, {
    url: "https://example.org/",
    custom: "spring",
  });
  await gui.evaluate(() => (location.hash = "#/exchange?tab=backups"));
  await gui.getByRole("button", { name: say("Back up now") }).click();
  await expect(gui.getByText(say("Created a backup."))).toBeVisible();
  const { id } = await addLink(service, { url: "https://example.org/", custom: "summer" });
  const edit = {
    url: "https://example.org/new",
    devicetarget: [{ device: "mobile", link: "https://example.org/phone" }],
  };
  expect((await service.api("PUT", `/api/url/${spring}/update`, edit)).status).toBe(200);
  await gui.getByRole("button", { name: say.like("Preview and restore: {{name}}") }).click();
  const preview = gui.getByRole("region", {
    name: say.like("What restoring {{name}} would change"),
  });
  await expect(preview).toContainText(say("1 will be changed back"));
  await preview.getByText(say("Links")).click();
  await expect(preview.getByRole("listitem").first()).toHaveText(
    new RegExp(`^spring ${say("Destination", "fields.url")}[,،] ${say("Targeting by device")}$`),
  );

  const { id: later } = await addLink(service, { url: "https://example.org/", custom: "autumn" });
  const restore = preview.getByRole("button", { name: say("Restore", "backups"), exact: true });
  await restore.click();
  await expect(preview.getByRole("alert")).toContainText(
    say.like(
      "Something changed since the preview, so nothing was restored. Here’s the updated preview.",
    ),
  );
  await expect(preview).toContainText(say("2 will be removed"));
  expect((await service.api("GET", `/api/url/${id}`)).status).toBe(200);

  await restore.click();
  await expect(gui.getByText(say("Done."))).toBeVisible();
  await expect(preview).toBeHidden();
  for (const gone of [id, later])
    expect((await service.api("GET", `/api/url/${gone}`)).status).toBe(404);
});
