import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { DayInput } from "../edit/DayInput.tsx";
import { useTags } from "../tags/tags.ts";
import classes from "./FilterBar.module.css";
import type { FilterName } from "./linkSearch.ts";
import { useCampaigns, useChannels, useDomains } from "./RecordSelects.tsx";

interface Option {
  readonly value: string;
  readonly label: string;
}

/** What one filter asks for. */
export function FilterEditor({
  name,
  value: first,
  choose,
}: {
  readonly name: FilterName;
  readonly value: string;
  readonly choose: (value: string) => void;
}) {
  const { t } = useTranslation();
  const [value, setValue] = useState(first);
  const options = useOptions(name);
  const label = t(`filters.names.${name}`);
  let field: ReactNode;
  if (options !== null)
    field = (
      <NativeSelect
        data-autofocus
        label={label}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      >
        <option value="">{t(options.length === 0 ? "filters.noneThere" : "filters.choose")}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    );
  else if (name === "minClicks" || name === "maxClicks")
    field = (
      <TextInput
        data-autofocus
        label={label}
        inputMode="numeric"
        dir="ltr"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value.replaceAll(/\D/g, ""))}
      />
    );
  else if (name === "madeAfter" || name === "madeBefore" || name === "noClicksSince")
    field = <DayInput label={label} value={value} onChange={setValue} />;
  else
    field = (
      <TextInput
        data-autofocus
        className="anyScript"
        label={label}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    );
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        choose(value.trim());
      }}
    >
      {field}
      <Button type="submit" variant="filled" size="xs" disabled={value.trim() === ""}>
        {t("filters.apply")}
      </Button>
    </form>
  );
}

/** The values that a filter can have, where they are known. */
function useOptions(name: FilterName): readonly Option[] | null {
  const { t } = useTranslation();
  const tags = useTags().data ?? [];
  const channels = useChannels().data ?? [];
  const campaigns = useCampaigns().data ?? [];
  const domains = useDomains().data ?? [];
  const yesOrNo = [
    { value: "true", label: t("common.yes") },
    { value: "false", label: t("common.no") },
  ];
  switch (name) {
    case "tag":
      return tags.map(({ tag }) => ({ value: tag, label: tag }));
    case "channel":
      return channels.map(({ id, name: label }) => ({ value: String(id), label }));
    case "campaign":
      return campaigns.map(({ id, name: label }) => ({ value: String(id), label }));
    case "domain":
      return domains.map(({ domain }) => ({ value: domain, label: domain }));
    case "type":
      return [
        { value: "direct", label: t("editor.direct") },
        { value: "frame", label: t("editor.frame") },
      ];
    case "status":
      return [
        { value: "public", label: t("filters.says.public") },
        { value: "private", label: t("filters.says.private") },
      ];
    case "expired":
    case "protected":
      return yesOrNo;
    case "archived":
      return [
        { value: "true", label: t("filters.says.archived") },
        { value: "all", label: t("filters.says.archivedAll") },
      ];
    case "source":
    case "minClicks":
    case "maxClicks":
    case "madeAfter":
    case "madeBefore":
    case "noClicksSince":
      return null;
  }
}
