import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../contract/links.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { Address } from "../shell/Address.tsx";
import { SourceName } from "../exchange/SourceName.tsx";
import { TagChip } from "../tags/TagChip.tsx";
import classes from "./LinkScreen.module.css";

export function Facts({ link }: { readonly link: LinkDetails }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("link.leadsTo")}</dt>
        <dd>
          <a href={link.longurl} target="_blank" rel="noreferrer">
            <Address of={link.longurl} />
          </a>
        </dd>
      </div>
      <div>
        <dt>{t("link.made")}</dt>
        <dd>{format.moment(link.date)}</dd>
      </div>
      <div>
        <dt>{t("link.expires")}</dt>
        <dd>{link.expiry === null ? t("link.never") : format.moment(link.expiry)}</dd>
      </div>
      {link.tags.length > 0 && (
        <div>
          <dt>{t("link.tags")}</dt>
          <dd className={classes.tags}>
            {link.tags.map((tag) => (
              <TagChip key={tag} tag={tag} />
            ))}
          </dd>
        </div>
      )}
      {link.earlierclicks > 0 && (
        <div>
          <dt>{t("link.beforeWaypost")}</dt>
          <dd>
            {t("links.clicksOf", {
              count: link.earlierclicks,
              formatted: format.number(link.earlierclicks),
            })}
          </dd>
        </div>
      )}
      {link.source !== null && (
        <div>
          <dt>{t("link.source")}</dt>
          <dd>
            <SourceName source={link.source} />
          </dd>
        </div>
      )}
      {link.description !== "" && (
        <div>
          <dt>{t("link.note")}</dt>
          <dd>
            <bdi>{link.description}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}
