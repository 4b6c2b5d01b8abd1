import {
  IconAppWindow,
  IconArrowBackUp,
  IconCode,
  IconDatabaseImport,
  IconFileImport,
  IconPencil,
  IconTerminal2,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Author } from "./changes.ts";
import classes from "./HistoryScreen.module.css";

const signs: Readonly<Record<Author, ReactNode>> = {
  window: <IconAppWindow size={14} aria-hidden="true" />,
  cli: <IconTerminal2 size={14} aria-hidden="true" />,
  script: <IconCode size={14} aria-hidden="true" />,
  import: <IconFileImport size={14} aria-hidden="true" />,
  undo: <IconArrowBackUp size={14} className="mirrored" aria-hidden="true" />,
  restore: <IconDatabaseImport size={14} aria-hidden="true" />,
  hand: <IconPencil size={14} aria-hidden="true" />,
};

/** Who changed something. */
export function AuthorName({ author }: { readonly author: Author }) {
  const { t } = useTranslation();
  return (
    <span className={classes.state}>
      {signs[author]}
      {t(`authors.${author}`)}
    </span>
  );
}
