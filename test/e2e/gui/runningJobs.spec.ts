import { addLink, expect, test } from "./guiTest.ts";

/** A list that is read, and brought in, for seconds: as many rows as an import takes. */
function longList(rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, place) => `https://example.org/of-many/${place}`);
  return Buffer.from(`url\n${lines.join("\n")}\n`);
}

test("a running import is seen from everywhere, after a reload too, and is stopped from there @full", async ({
  gui,
  service,
}) => {
  test.setTimeout(90_000);
  await addLink(service, { url: "https://example.org/", custom: "mine" });
  await gui.evaluate(() => (location.hash = "#/exchange"));
  await gui
    .getByTestId("file")
    .setInputFiles({ name: "many.csv", mimeType: "text/csv", buffer: longList(100_000) });
  await gui.getByRole("button", { name: /^Import 100,000 links/ }).click({ timeout: 45_000 });
  const running = gui.getByRole("button", { name: /^Importing/ });
  await expect(running).toBeVisible();

  // The window that began it is gone, and what comes after it knows of the work all the same.
  await gui.evaluate(() => (location.hash = "#/"));
  await gui.reload();
  await expect(running).toBeVisible();
  await running.click();
  const work = gui.getByRole("dialog", { name: "Job progress" });
  await expect(work.getByRole("progressbar")).toBeVisible();
  await work.getByRole("button", { name: "Cancel" }).click();
  await expect(running).toBeHidden();
  const { jobs } = (await service.api("GET", "/api/jobs")).body.data;
  expect(jobs[0]).toMatchObject({ kind: "apply", state: "cancelled" });
  const { result } = (await service.api("GET", "/api/urls")).body.data;
  expect(result).toBeLessThan(100_001);
});
