import { Stack } from "@mantine/core";
import IconFileImport from "@iconify-json/tabler/icons/file-import";
import IconLinkPlus from "@iconify-json/tabler/icons/link-plus";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { announce } from "../../ui/messages/announcements.ts";
import { chooseFile } from "./chosenFile.ts";
import classes from "./DropAnywhere.module.css";

/**
 * A file dropped anywhere on the window is read for import, an address fills the form in. Nothing is
 * changed by either.
 */
export function DropAnywhere() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [over, setOver] = useState<Dropped | null>(null);
  useEffect(() => {
    // Entering a child is told before leaving its parent.
    let depth = 0;
    // A link of the window's own that is dragged about comes from nowhere else.
    let isOwn = false;
    const begin = () => {
      isOwn = true;
    };
    const end = () => {
      isOwn = false;
    };
    const carried = (event: DragEvent) => (isOwn ? null : droppedIn(event));
    const leave = () => {
      depth = 0;
      setOver(null);
    };
    const enter = (event: DragEvent) => {
      const kind = carried(event);
      if (kind === null) return;
      event.preventDefault();
      depth += 1;
      if (depth === 1) {
        setOver(kind);
        announce(t(titles[kind]));
      }
    };
    const hover = (event: DragEvent) => {
      if (carried(event) === null || event.dataTransfer === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    };
    const out = (event: DragEvent) => {
      if (carried(event) === null) return;
      depth -= 1;
      if (depth <= 0) leave();
    };
    const drop = (event: DragEvent) => {
      const kind = carried(event);
      if (kind === null) return;
      event.preventDefault();
      leave();
      if (kind === "address") {
        const fill = addressIn(event.dataTransfer?.getData("text/uri-list") ?? "");
        if (fill !== undefined) void navigate("/", { state: { fill } });
        return;
      }
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      chooseFile(file);
      void navigate("/exchange");
    };
    addEventListener("dragstart", begin);
    addEventListener("dragend", end);
    addEventListener("dragenter", enter);
    addEventListener("dragover", hover);
    addEventListener("dragleave", out);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragstart", begin);
      removeEventListener("dragend", end);
      removeEventListener("dragenter", enter);
      removeEventListener("dragover", hover);
      removeEventListener("dragleave", out);
      removeEventListener("drop", drop);
    };
  }, [navigate, t]);
  if (over === null) return null;
  const Icon = over === "file" ? IconFileImport : IconLinkPlus;
  return (
    <div className={classes.overlay} data-testid="drop">
      <Stack
        className={classes.card}
        gap="xs"
        align="center"
        maw={440}
        p="xl"
        bd="2px dashed var(--accent)"
        bdrs="md"
        bg="var(--sheet)"
        ta="center"
      >
        <Icon size={32} aria-hidden="true" />
        <strong>{t(titles[over])}</strong>
        <p className="soft">{t(over === "file" ? "drop.text" : "drop.addressText")}</p>
      </Stack>
    </div>
  );
}

type Dropped = "file" | "address";

const titles = { file: "drop.title", address: "drop.addressTitle" } as const;

/** What of a drag is taken here; a field takes text by itself. */
function droppedIn({ dataTransfer, target }: DragEvent): Dropped | null {
  const types = dataTransfer?.types ?? [];
  if (types.includes("Files")) return "file";
  const isField = target instanceof Element && target.closest("input, textarea") !== null;
  return types.includes("text/uri-list") && !isField ? "address" : null;
}

/** The first one of a list, which has one a line, and comments. */
function addressIn(list: string): string | undefined {
  return list.split(/\r?\n/).find((line) => /^https?:\/\//i.test(line));
}
