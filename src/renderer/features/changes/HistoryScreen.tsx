import { Button, Group, NativeSelect, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { authors, type ChangeSet } from "../../../contract/changes/changes.ts";
import { firstKeyId, longestProgramName } from "../../../contract/server/automation/keys.ts";
import { recordKinds } from "../../../contract/fields/records.ts";
import { DayInput } from "../../ui/inputs/DayInput.tsx";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { EmptyState } from "../../ui/messages/EmptyState.tsx";
import { Pending, QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { Pager } from "../../ui/navigation/Pager.tsx";
import { useKeys } from "../automation/automation.ts";
import { AuthorName, SetState } from "./changeSetBadges.tsx";
import { changeText } from "./changeWords.ts";
import { type ChangesFilter, useChanges } from "./changes.ts";
import classes from "./HistoryScreen.module.css";
import { HistoryTabs } from "./HistoryTabs.tsx";

export function HistoryScreen() {
  const { t, format } = useI18n();
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const page = Math.max(1, Number(params.get("page")) || 1);
  const changes = useChanges(filter, page);
  const isFiltered = Object.values(filter).some((value) => value !== "");
  const remember = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value === "") now.delete(name);
        else now.set(name, value);
        if (name !== "page") now.delete("page");
        return now;
      },
      { replace: name !== "page" },
    );
  const clear = () => setParams({}, { replace: true });
  return (
    <>
      <Group gap={12} align="baseline">
        <h1>{t("history.title")}</h1>
        <span role="status" className="soft">
          {changes.data !== undefined && t("history.count", format.counted(changes.data.total))}
        </span>
      </Group>
      <HistoryTabs />
      {(isFiltered || changes.data?.sets.length !== 0) && (
        <Filters filter={filter} remember={remember} isFiltered={isFiltered} clear={clear} />
      )}
      {changes.data === undefined ? (
        <Pending of={changes} height={240} />
      ) : changes.data.sets.length === 0 ? (
        isFiltered ? (
          <EmptyState
            title={t("history.nothingTitle")}
            text={t("history.nothing")}
            action={<Button onClick={clear}>{t("filters.clear")}</Button>}
          />
        ) : (
          <EmptyState title={t("history.emptyTitle")} text={t("history.emptyText")} />
        )
      ) : (
        <>
          {changes.isError && <QueryFailure of={changes} />}
          <SetTable sets={changes.data.sets} />
          <Pager
            page={page}
            pages={changes.data.pages}
            turn={(next) => remember("page", String(next))}
          />
        </>
      )}
    </>
  );
}

function filterOf(params: URLSearchParams): ChangesFilter {
  const day = (name: string) => {
    const value = params.get(name) ?? "";
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : "";
  };
  return {
    by: authors.find((one) => one === params.get("by")) ?? "",
    kind: recordKinds.find((one) => one === params.get("kind")) ?? "",
    key: (params.get("key") ?? "").slice(0, longestProgramName),
    from: day("from"),
    to: day("to"),
  };
}

function Filters({
  filter,
  remember,
  isFiltered,
  clear,
}: {
  readonly filter: ChangesFilter;
  readonly remember: (name: string, value: string) => void;
  readonly isFiltered: boolean;
  readonly clear: () => void;
}) {
  const { t } = useTranslation();
  const programs = useProgramNames(filter.key);
  return (
    <Group role="search" className={classes.filters} gap="8px 12px" align="flex-end">
      <NativeSelect
        label={t("history.who")}
        value={filter.by}
        onChange={(event) => remember("by", event.currentTarget.value)}
      >
        <option value="">{t("history.anyone")}</option>
        {authors.map((author) => (
          <option key={author} value={author}>
            {t(`authors.${author}`)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        label={t("history.kind")}
        value={filter.kind}
        onChange={(event) => remember("kind", event.currentTarget.value)}
      >
        <option value="">{t("history.anything")}</option>
        {recordKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
      </NativeSelect>
      {programs.length > 0 && (
        <NativeSelect
          label={t("history.program")}
          value={filter.key}
          onChange={(event) => remember("key", event.currentTarget.value)}
        >
          <option value="">{t("history.anyProgram")}</option>
          {programs.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
      <DayInput
        label={t("history.from")}
        value={filter.from}
        onChange={(day) => remember("from", day)}
      />
      <DayInput label={t("history.to")} value={filter.to} onChange={(day) => remember("to", day)} />
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          {t("filters.clear")}
        </Button>
      )}
    </Group>
  );
}

/** Programs with a key of their own, and the one that is asked for: its key may be revoked by now. */
function useProgramNames(asked: string): readonly string[] {
  const keys = useKeys();
  const names = (keys.data ?? []).filter(({ id }) => id !== firstKeyId).map(({ name }) => name);
  return asked === "" || names.includes(asked) ? names : [...names, asked];
}

function SetTable({ sets }: { readonly sets: readonly ChangeSet[] }) {
  const { t, format } = useI18n();
  return (
    <Table className={classes.table ?? ""} highlightOnHover>
      <caption className="visuallyHidden">{t("history.title")}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t("history.what")}</Table.Th>
          <Table.Th scope="col">{t("history.who")}</Table.Th>
          <Table.Th scope="col">{t("history.when")}</Table.Th>
          <Table.Th scope="col">{t("history.state")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sets.map((set) => (
          <Table.Tr key={set.id} data-undone={set.undone !== null || undefined}>
            <Table.Td className={classes.what ?? ""}>
              <Link to={`/history/${set.id}`} className="quietLink">
                {changeText(set, t, format)}
              </Link>
            </Table.Td>
            <Table.Td>
              <AuthorName author={set.by} named={set.key} />
            </Table.Td>
            <Table.Td className={classes.when ?? ""}>{format.moment(set.date)}</Table.Td>
            <Table.Td>
              <SetState set={set} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
