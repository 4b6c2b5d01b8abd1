import { ActionIcon, SegmentedControl, Tooltip } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import IconCopy from "@iconify-json/tabler/icons/copy";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCopy } from "../ui/address/clipboard.tsx";
import classes from "./ReadyLines.module.css";
import { type CodeLanguage, codeLines, type ScriptCall } from "./codeLines.ts";
import type { ScriptKey } from "./scriptKey.ts";

/** The key and the language that all lines of the screen share. */
export interface LinesChoice {
  readonly scriptKey: ScriptKey;
  readonly language: CodeLanguage;
  readonly setLanguage: (language: CodeLanguage) => void;
}

const names = [
  { value: "curl", label: "curl" },
  { value: "javascript", label: "JavaScript" },
  { value: "python", label: "Python" },
] satisfies { value: CodeLanguage; label: string }[];

export function ReadyLines({
  scriptKey,
  language,
  setLanguage,
  call,
  action,
}: LinesChoice & {
  readonly call: Omit<ScriptCall, "key">;
  readonly action?: ReactNode;
}) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy();
  const label = t(scriptKey.isKnown ? "reference.copyLines" : "common.copy");
  return (
    <div className={classes.lines}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t("reference.language")}
          value={language}
          data={names}
          onChange={setLanguage}
        />
        <div className={classes.actions}>
          {action}
          <Tooltip label={isCopied ? t("common.copied") : label}>
            <ActionIcon
              aria-label={label}
              onClick={() => void copy(codeLines(language, { ...call, key: scriptKey.copied }))}
            >
              {isCopied ? <IconCheck size={16} color="var(--good)" /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      <pre dir="ltr" className={classes.code} data-testid="lines">
        {codeLines(language, { ...call, key: scriptKey.shown })}
      </pre>
    </div>
  );
}
