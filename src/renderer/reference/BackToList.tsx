import { useTranslation } from "react-i18next";
import { BackLink } from "../ui/navigation/BackLink.tsx";
import classes from "./Reference.module.css";

/** Where the window has room for the list or for what is chosen in it, not for both. */
export function BackToList() {
  const { t } = useTranslation();
  return (
    <BackLink to="/api" className={classes.back}>
      {t("reference.all")}
    </BackLink>
  );
}
