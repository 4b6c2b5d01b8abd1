import { useQuery } from "@tanstack/react-query";
import { useId, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Choices } from "../../../ui/inputs/Choices.tsx";
import { pickedRecords } from "../../../ui/inputs/pickedRecords.ts";
import { RecordPicker } from "../../../ui/inputs/RecordPicker.tsx";
import type { RecordForm } from "../../../ui/edit/useRecordForm.ts";
import type { LinkValues } from "./linkModel.ts";
import { type Opening, openingOf, typeOf } from "./linkType.ts";

/** Where there is one alone, choosing its kind chooses it; undefined until that is known. */
function useOnlyOne(kind: "splash" | "overlays"): number | null | undefined {
  const { data } = useQuery({
    queryKey: ["picked", kind, "only"],
    queryFn: ({ signal }) => pickedRecords[kind].find("", 2, signal),
  });
  if (data === undefined) return undefined;
  const [first, second] = data;
  return first === undefined || second !== undefined ? null : first.id;
}

/** What is to be chosen next may lie below what is in view. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

/** How visitors get there, and by which page. */
export function OpensAsFields({ form }: { readonly form: RecordForm<LinkValues> }) {
  const { t } = useTranslation();
  const labelId = useId();
  const { kind, id } = openingOf(form.values.type);
  const only = {
    direct: null,
    frame: null,
    splash: useOnlyOne("splash"),
    overlay: useOnlyOne("overlays"),
  };
  const set = (opening: Opening) => form.set("type", typeOf(opening));
  // Somebody may be quicker than the answer to how many there are.
  const isOnlyWanted = useRef(false);
  const found = only[kind];
  useLayoutEffect(() => {
    if (!isOnlyWanted.current || found === undefined) return;
    isOnlyWanted.current = false;
    if (found !== null && id === null) form.set("type", typeOf({ kind, id: found }));
  }, [found, kind, id, form]);
  return (
    <div>
      <span id={labelId} className="visuallyHidden">
        {t("linkEditor.type")}
      </span>
      <Choices
        labelledBy={labelId}
        value={kind}
        options={(["direct", "frame", "splash", "overlay"] as const).map((value) => ({
          value,
          label: t(`linkEditor.opens.${value}`),
          hint: t(`linkEditor.opensHint.${value}`),
        }))}
        choose={(chosen) => {
          set({ kind: chosen, id: null });
          isOnlyWanted.current = true;
        }}
      />
      {kind === "splash" && (
        <div ref={intoView}>
          <RecordPicker
            kind="splash"
            label={t("linkEditor.whichSplash")}
            placeholder={t("linkEditor.ownSplash")}
            value={id}
            error={form.fault("type")}
            onChange={(chosen) => set({ kind, id: chosen })}
          />
        </div>
      )}
      {kind === "overlay" && (
        <div ref={intoView}>
          <RecordPicker
            kind="overlays"
            label={t("linkEditor.whichOverlay")}
            placeholder={t("linkEditor.chooseOverlay")}
            value={id}
            error={form.fault("type")}
            onChange={(chosen) => set({ kind, id: chosen })}
          />
        </div>
      )}
    </div>
  );
}
