import type { ImportPreview } from "../../../../contract/changes/jobResults.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { messageText } from "../../../i18n/messageText.ts";
import { Panel } from "../Panel.tsx";
import type { ImportChoices } from "./imports.ts";
import { Checkbox, Text } from "@mantine/core";

/** What a file holds that has no place here, told before anything is done. */
export function LeftBehind({ preview }: { readonly preview: ImportPreview }) {
  const { t, format } = useI18n();
  const strangers = preview.domains.filter(({ registered }) => !registered);
  // Strangers' domains are told with how many links they have.
  const dropped = preview.dropped.filter(
    ({ column }) => column !== "domain" || strangers.length === 0,
  );
  if (dropped.length === 0 && strangers.length === 0 && preview.withPassword === 0) return null;
  return (
    <Panel title={t("import.leftTitle")}>
      <ul className="points">
        {strangers.map(({ host, links }) => (
          <li key={host}>
            {t("import.stranger", {
              ...format.counted(links),
              host: `\u2066${host}\u2069`,
            })}
          </li>
        ))}
        {preview.withPassword > 0 && (
          <li>{t("import.withPassword", format.counted(preview.withPassword))}</li>
        )}
        {dropped.map(({ column, why, ...reason }) => (
          <li key={`${column} ${reason.code}`}>
            {t("import.column", { column: `\u2068${column}\u2069` })}{" "}
            <bdi className="soft">{messageText({ ...reason, message: why }, t, format)}</bdi>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const effectBoxes = [
  { what: "pixel", label: "pixels", choice: "pixels" },
  { what: "campaign", label: "campaigns", choice: "publicCampaigns" },
  { what: "statistics", label: "makePublic", choice: "publicStatistics" },
] as const;

/** What the links of a file do to visitors; what has a box is taken only when the box is checked. */
export function VisitorEffects({
  preview,
  choices,
  choose,
}: {
  readonly preview: ImportPreview;
  readonly choices: Pick<ImportChoices, "pixels" | "publicCampaigns" | "publicStatistics">;
  readonly choose: (part: Partial<ImportChoices>) => void;
}) {
  const { t, format } = useI18n();
  const { visitorEffects } = preview;
  if (visitorEffects.length === 0) return null;
  return (
    <Panel title={t("import.effects.title")}>
      <ul className="points">
        {visitorEffects.map(({ what, name, links }) => (
          <li key={`${what} ${name}`}>
            {t(`import.effects.${what === "statistics" && name === "" ? "newStatistics" : what}`, {
              ...format.counted(links),
              name: name === "" ? t("import.effects.others") : `\u2066${name}\u2069`,
            })}
          </li>
        ))}
      </ul>
      {effectBoxes
        .filter(({ what }) => visitorEffects.some((effect) => effect.what === what))
        .map(({ label, choice }) => (
          <Checkbox
            key={choice}
            label={t(`import.effects.${label}`)}
            description={t(`import.effects.${label}About`)}
            checked={choices[choice]}
            onChange={(event) => choose({ [choice]: event.currentTarget.checked })}
          />
        ))}
    </Panel>
  );
}

const mostShown = 50;

/** Rows that can't come, with their line and column. */
export function Problems({ preview }: { readonly preview: ImportPreview }) {
  const { t, format } = useI18n();
  const { problems, invalid } = preview;
  if (problems.length === 0) return null;
  return (
    <Panel title={t("import.problemTitle", format.counted(invalid))}>
      <p className="soft">{t("import.problemText")}</p>
      <ul className="points">
        {problems.slice(0, mostShown).map((problem, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two rows can say the same
          <li key={place}>
            <Text span inherit fw={600}>
              {problem.column === null
                ? t("import.atLine", { line: format.number(problem.line) })
                : t("import.atColumn", {
                    line: format.number(problem.line),
                    column: `\u2068${problem.column}\u2069`,
                  })}
            </Text>{" "}
            <bdi>{messageText(problem, t, format)}</bdi>
          </li>
        ))}
      </ul>
      {invalid > mostShown && (
        <p className="soft">
          {t("import.more", { formatted: format.number(invalid - mostShown) })}
        </p>
      )}
    </Panel>
  );
}
