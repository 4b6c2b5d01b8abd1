import { useId } from "react";
import { useTranslation } from "react-i18next";
import { DomainSelect } from "../../../ui/inputs/DomainSelect.tsx";
import { RecordPicker } from "../../../ui/inputs/RecordPicker.tsx";
import { TagsInput } from "../../tags/TagsInput.tsx";
import classes from "../Exchange.module.css";
import type { ImportChoices } from "./imports.ts";

/** What every link of a file gets beside its own. */
export function ForAllRows({
  choices,
  choose,
  reread,
}: {
  readonly choices: ImportChoices;
  readonly choose: (part: Partial<ImportChoices>) => void;
  /** Where the file has to be looked through again for it. */
  readonly reread: (part: Partial<ImportChoices>) => void;
}) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading}>{t("import.forAll")}</h2>
      <div className={classes.selects}>
        <TagsInput
          label={t("fields.tags")}
          value={choices.tags}
          onChange={(tags) => choose({ tags })}
        />
        <RecordPicker
          kind="channels"
          label={t("fields.channel")}
          value={choices.channel}
          onChange={(channel) => choose({ channel })}
        />
        <RecordPicker
          kind="campaigns"
          label={t("fields.campaign")}
          value={choices.campaign}
          onChange={(campaign) => choose({ campaign })}
        />
        <DomainSelect
          label={t("fields.domain")}
          value={choices.domain}
          choose={(domain) => reread({ domain })}
        />
      </div>
    </section>
  );
}
