import { Box, Group, Stack } from "@mantine/core";
import IconMinus from "@iconify-json/tabler/icons/minus";
import IconPencil from "@iconify-json/tabler/icons/pencil";
import IconPlus from "@iconify-json/tabler/icons/plus";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { RecordChange } from "../../../contract/changes/changes.ts";
import { FieldLabel, FieldValue, isEmpty } from "./FieldValue.tsx";
import classes from "./Records.module.css";
import { Fact, FactList } from "../../ui/FactList.tsx";

const signs: Readonly<Record<RecordChange["change"], ReactNode>> = {
  added: <IconPlus size={14} aria-hidden="true" />,
  changed: <IconPencil size={14} aria-hidden="true" />,
  removed: <IconMinus size={14} aria-hidden="true" />,
};

/** Records with what became of each, field by field. */
export function Records({
  records,
  label,
}: {
  readonly records: readonly RecordChange[];
  readonly label: string;
}) {
  return (
    <Stack component="ul" gap={0} aria-label={label}>
      {records.map((record) => (
        <Stack key={`${record.kind} ${record.id}`} component="li" gap={4} py="sm" px={0}>
          <RecordHead record={record} />
          <Fields record={record} />
        </Stack>
      ))}
    </Stack>
  );
}

function RecordHead({ record }: { readonly record: RecordChange }) {
  const { t } = useTranslation();
  const { kind, id, name, change } = record;
  const title = name === "" ? t("history.unnamed", { id }) : name;
  const shown = <bdi>{title}</bdi>;
  return (
    <Group gap="4px 12px">
      <span className="chip" data-kind={change}>
        {signs[change]}
        {t(`history.is.${change}`)}
      </span>
      {kind === "links" && change !== "removed" ? (
        <Link to={`/links/${id}`} className={classes.name}>
          {shown}
        </Link>
      ) : (
        <strong className={classes.name}>{shown}</strong>
      )}
      <span className="soft">{t(`kind.${kind}`)}</span>
    </Group>
  );
}

function Fields({ record }: { readonly record: RecordChange }) {
  const { t } = useTranslation();
  if (record.fields.length === 0) return null;
  return (
    <FactList>
      {record.fields.map(({ field, before, after }) => (
        <Fact key={field} name={<FieldLabel kind={record.kind} field={field} />}>
          {record.change === "changed" ? (
            <>
              <span className="visuallyHidden">{t("history.before")}: </span>
              <span className={isEmpty(before) ? undefined : classes.before}>
                <FieldValue kind={record.kind} field={field} value={before} />
              </span>
              <Box
                className={classes.arrow}
                component="span"
                display="inline-block"
                px="xs"
                c="dimmed"
                aria-hidden="true"
              >
                <span className="mirrored">→</span>
              </Box>
              <span className="visuallyHidden">{t("history.after")}: </span>
              <span>
                <FieldValue kind={record.kind} field={field} value={after} />
              </span>
            </>
          ) : (
            <FieldValue
              kind={record.kind}
              field={field}
              value={record.change === "added" ? after : before}
            />
          )}
        </Fact>
      ))}
    </FactList>
  );
}
