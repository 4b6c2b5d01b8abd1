import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyPart } from "../../i18n/lazyPart.ts";
import type { Draft } from "./draft.ts";

const PreviewPane = lazyPart(async () => (await import("./PreviewPane.tsx")).PreviewPane);

/** The very page that visitors would get from what is being written, and how it looks to whom. */
export function VisitorPreview(props: {
  /** Values as they are typed; those that no page could be made of are passed over. */
  readonly draft: Draft;
  readonly label: string;
}) {
  return (
    // As high as it will be: what is below, or around, doesn't move once it has come.
    <Suspense fallback={<Skeleton height={568} />}>
      <PreviewPane {...props} />
    </Suspense>
  );
}
