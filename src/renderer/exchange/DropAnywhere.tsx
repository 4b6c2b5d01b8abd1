import IconFileImport from "@iconify-json/tabler/icons/file-import";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { announce } from "../shell/announcements.ts";
import { chooseFile } from "./chosenFile.ts";
import classes from "./DropAnywhere.module.css";

/** A file dropped anywhere on the window is read for import. Nothing is changed by that. */
export function DropAnywhere() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Entering a child is told before leaving its parent.
    let depth = 0;
    const leave = () => {
      depth = 0;
      setOver(false);
    };
    const enter = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      depth += 1;
      if (depth === 1) {
        setOver(true);
        announce(t("drop.title"));
      }
    };
    const hover = (event: DragEvent) => {
      if (!hasFile(event) || event.dataTransfer === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    };
    const out = (event: DragEvent) => {
      if (!hasFile(event)) return;
      depth -= 1;
      if (depth <= 0) leave();
    };
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      leave();
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      chooseFile(file);
      void navigate("/exchange");
    };
    addEventListener("dragenter", enter);
    addEventListener("dragover", hover);
    addEventListener("dragleave", out);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragenter", enter);
      removeEventListener("dragover", hover);
      removeEventListener("dragleave", out);
      removeEventListener("drop", drop);
    };
  }, [navigate, t]);
  if (!isOver) return null;
  return (
    <div className={classes.overlay} data-testid="drop">
      <div className={classes.card}>
        <IconFileImport size={32} aria-hidden="true" />
        <strong>{t("drop.title")}</strong>
        <p className="soft">{t("drop.text")}</p>
      </div>
    </div>
  );
}

function hasFile({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}
