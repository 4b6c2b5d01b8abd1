import { IconArrowLeft } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "./Reference.module.css";

/** Where the window has room for the list or for what is chosen in it, not for both. */
export function BackToList() {
  const { t } = useTranslation();
  return (
    <Link to="/api" className={classes.back}>
      <IconArrowLeft size={16} className="mirrored" aria-hidden="true" />
      {t("reference.all")}
    </Link>
  );
}
