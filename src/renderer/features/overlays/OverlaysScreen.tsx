import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ResponseOf } from "../../../contract/operation.ts";
import type { overlayOperations } from "../../../contract/resources/overlays.ts";
import { overlayTypes } from "../../../contract/fields/shownFields.ts";
import { api } from "../../app/client/api.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { ListCount } from "../../ui/list/table/cells.tsx";
import type { Column } from "../../ui/list/table/columns.ts";
import {
  kindColumn,
  madeColumn,
  nameColumn,
  usedColumn,
} from "../../ui/list/table/recordColumns.tsx";
import { choiceFilter, unusedFilter } from "../../ui/list/filters/recordFilters.ts";
import { RecordScreen } from "../../ui/list/RecordScreen.tsx";
import { pagedSource } from "../../ui/list/recordSource.ts";
import classes from "./Overlays.module.css";
import { OverlayEditor } from "./OverlayEditor.tsx";

type Overlay = ResponseOf<typeof overlayOperations.listOverlays>["data"]["cta"][number];

const source = pagedSource<Overlay>("overlays", async (query, signal) => {
  const { data } = await api.call("listOverlays", { query }, signal);
  return { total: data.result, items: data.cta };
});

const nameOf = ({ name }: Overlay) => name;

export function OverlaysScreen() {
  const { t, format } = useI18n();
  const columns = useOverlayColumns();
  const filters = useMemo(() => {
    const types = overlayTypes.map((value) => ({ value, label: t(`overlays.types.${value}`) }));
    return [choiceFilter(t, "type", t("fields.kind"), types), unusedFilter(t)];
  }, [t]);
  const counted = (key: "overlays.depends" | "overlays.dependsAnswers", count: number) =>
    count === 0 ? [] : [t(key, format.counted(count))];
  return (
    <RecordScreen
      kind="overlays"
      source={source}
      nameOf={nameOf}
      columns={columns}
      filters={filters}
      dependsOn={({ links, answers }) => [
        ...counted("overlays.depends", links),
        ...counted("overlays.dependsAnswers", answers),
      ]}
      remove={(id) => api.call("deleteOverlay", { params: { id } })}
      Editor={OverlayEditor}
    />
  );
}

function useOverlayColumns(): readonly Column<Overlay>[] {
  const { t } = useTranslation();
  return useMemo<readonly Column<Overlay>[]>(
    () => [
      nameColumn(t),
      kindColumn(
        t,
        ({ type, unread }, row) => (
          <>
            {row.t(`overlays.types.${type}`)}
            {/* Their own column has no room there. */}
            {row.isNarrow && unread > 0 && (
              <>
                {" · "}
                <strong className={classes.unread}>
                  {row.t("overlays.unreadCount", { formatted: row.format.number(unread) })}
                </strong>
              </>
            )}
          </>
        ),
        "96px",
      ),
      {
        name: "answers",
        label: t("overlays.received"),
        track: "152px",
        from: 640,
        cell: ({ id, type, answers, unread }, row) =>
          type === "contact" &&
          (answers === 0 ? (
            <ListCount value={0} row={row} />
          ) : (
            <a className={classes.received} tabIndex={row.tabIndex} href={`#/inbox?overlay=${id}`}>
              {row.t("overlays.receivedCount", row.format.counted(answers))}
              {unread > 0 && (
                <strong>
                  {row.t("overlays.unreadCount", { formatted: row.format.number(unread) })}
                </strong>
              )}
            </a>
          )),
      },
      usedColumn(t, ({ id }) => ({ type: `overlay-${id}` })),
      madeColumn(t),
    ],
    [t],
  );
}
