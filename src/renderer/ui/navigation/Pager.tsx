import { Button, Group } from "@mantine/core";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";

/** The pages of a list that isn't scrolled through; nothing where one holds it all. */
export function Pager({
  page,
  pages,
  turn,
}: {
  readonly page: number;
  readonly pages: number;
  readonly turn: (page: number) => void;
}) {
  const { t, format } = useI18n();
  if (pages <= 1) return null;
  return (
    <Group aria-label={t("pager.label")} component="nav" gap="sm" wrap="nowrap">
      <Button size="xs" disabled={page <= 1} onClick={() => turn(page - 1)}>
        {t("pager.before")}
      </Button>
      <span className="soft">
        {t("pager.of", { page: format.number(page), pages: format.number(pages) })}
      </span>
      <Button size="xs" disabled={page >= pages} onClick={() => turn(page + 1)}>
        {t("pager.next")}
      </Button>
    </Group>
  );
}
