import { expect, test } from "vitest";
import { Ending } from "../../../src/server/common/problems.ts";
import { createReadingThread } from "../../../src/server/features/statistics/readingThread.ts";

const job = {
  kind: "latest",
  dataDir: "/nowhere",
  subjects: new Float64Array(),
  most: 1,
  downTo: null,
} as const;

test("what a thread is asked while the service ends is told so, as no failure of ours", async () => {
  const thread = createReadingThread();
  const running = thread.run(job);
  const waiting = thread.run(job);
  const ended = Promise.all(
    [running, waiting].map((one) => expect(one).rejects.toBeInstanceOf(Ending)),
  );
  await thread.close();
  await ended;
  await expect(thread.run(job)).rejects.toBeInstanceOf(Ending);
});
