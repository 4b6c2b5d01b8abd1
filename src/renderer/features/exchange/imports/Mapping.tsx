import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ImportPreview } from "../../../../contract/changes/jobResults.ts";
import { api, queryClient } from "../../../app/client/api.ts";
import { fieldText } from "../../changes/fieldWords.ts";
import { isBidiMixed } from "../../../ui/address/isBidiMixed.ts";
import { showFailure, toast } from "../../../ui/messages/toasts.tsx";
import classes from "../Exchange.module.css";
import { WideTable } from "../Panel.tsx";
import type { ImportChoices } from "./imports.ts";

/** What the contract calls a column that is taken for nothing. */
const leftOut = "none";

type ChosenMapping = ImportChoices["mapping"];

interface Props {
  readonly preview: ImportPreview;
  readonly chosen: ChosenMapping;
  readonly choose: (part: Partial<ImportChoices>) => void;
}

/** Which column holds what: as it was guessed, and as its owner says. */
export function Mapping({ preview, chosen, choose }: Props) {
  const { t } = useTranslation();
  const heading = useId();
  const labelOf = (field: string, label: string) => fieldText("links", field, t) ?? label;
  const isGeneric = preview.format === "csv";
  return (
    <details className={classes.panel} open={isGeneric}>
      <summary>
        <h2 id={heading}>{t("import.mappingTitle")}</h2>
      </summary>
      <p className="soft">{t("import.mappingText")}</p>
      <WideTable
        labelledBy={heading}
        columns={[t("import.inFile"), t("import.example"), t("import.becomes")]}
      >
        {preview.columns.map(({ name, example, field }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td className={classes.example}>
              <bdi data-mixed={isBidiMixed(example)}>{example}</bdi>
            </td>
            <td>
              <NativeSelect
                aria-label={t("import.becomesNamed", { column: name })}
                size="xs"
                value={field ?? leftOut}
                description={
                  field !== null && chosen[name] === undefined ? t("import.guessed") : undefined
                }
                inputWrapperOrder={["input", "description"]}
                onChange={(event) =>
                  choose({
                    mapping: {
                      ...chosen,
                      [name]: event.currentTarget.value,
                    },
                  })
                }
              >
                <option value={leftOut}>{t("import.nothing")}</option>
                {preview.fields.map((one) => (
                  <option key={one.field} value={one.field}>
                    {labelOf(one.field, one.label)}
                  </option>
                ))}
              </NativeSelect>
            </td>
          </tr>
        ))}
      </WideTable>
      <SavedMappings preview={preview} chosen={chosen} choose={choose} />
    </details>
  );
}

/** Mappings kept under a name, for the next file of the same make. */
function SavedMappings({ preview, chosen, choose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const views = useQuery({
    queryKey: ["views"],
    queryFn: async ({ signal }) =>
      (await api.call("listViews", { query: { limit: 1000 } }, signal)).data.views,
  });
  const mappings = (views.data ?? []).filter(({ kind }) => kind === "mapping");
  const keep = async () => {
    const whole = Object.fromEntries(
      preview.columns.map(({ name: column, field }) => [
        column,
        chosen[column] ?? field ?? leftOut,
      ]),
    );
    try {
      await api.call("addView", { body: { name: name.trim(), kind: "mapping", query: whole } });
      await queryClient.refresh(["views"]);
      toast({ text: t("import.mappingKept", { name: name.trim() }) });
      setName("");
    } catch (error) {
      showFailure(error);
    }
  };
  const take = (id: number) => {
    const view = mappings.find((one) => one.id === id);
    if (view === undefined) return;
    const columns = new Set(preview.columns.map((column) => column.name));
    choose({
      mapping: Object.fromEntries(
        Object.entries(view.query).flatMap(([column, field]) =>
          columns.has(column) && typeof field === "string" ? [[column, field]] : [],
        ),
      ),
    });
  };
  return (
    <Group gap="8px 16px" align="flex-end" my={8}>
      {mappings.length > 0 && (
        <NativeSelect
          label={t("import.takeMapping")}
          value=""
          onChange={(event) => take(Number(event.currentTarget.value))}
        >
          <option value="">{t("import.takeNone")}</option>
          {mappings.map(({ id, name: saved }) => (
            <option key={id} value={id}>
              {saved}
            </option>
          ))}
        </NativeSelect>
      )}
      <Group
        component="form"
        gap="8px 16px"
        align="flex-end"
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <TextInput
          className="anyScript"
          label={t("import.keepMapping")}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ""}>
          {t("common.save")}
        </Button>
      </Group>
    </Group>
  );
}
