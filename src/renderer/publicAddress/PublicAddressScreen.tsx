import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { followersOf } from "../home/Doors.tsx";
import { useService } from "../queries.ts";
import { useReach } from "../settings/reach.ts";
import { CopyButton } from "../shell/CopyButton.tsx";
import classes from "./PublicAddressScreen.module.css";

/** Where the public door listens unless its owner says otherwise. */
const publicPort = 4081;

/** What it takes for others to follow the links of this computer. */
export function PublicAddressScreen() {
  const { t } = useTranslation();
  const service = useService();
  const reach = useReach();
  const door = service.data?.publicUrl ?? `http://127.0.0.1:${publicPort}`;
  const { port } = new URL(door);
  return (
    <div className={classes.page}>
      <h1>{t("public.title")}</h1>
      {service.data !== undefined && reach.data !== undefined && (
        <p>
          <strong>{t(`doors.${followersOf(service.data, reach.data)}`)}.</strong>{" "}
          {t(`doors.${followersOf(service.data, reach.data)}Text`)}
        </p>
      )}
      <ol className={classes.steps}>
        <li>
          <h2>{t("public.open")}</h2>
          <p className="soft">{t("public.openText")}</p>
          <Command line={`npm start -- --public-port ${port} --base-url https://go.example.org`} />
        </li>
        <li>
          <h2>{t("public.tunnel")}</h2>
          <p className="soft">{t("public.tunnelText")}</p>
          <Command line={`ssh -R 80:127.0.0.1:${port} your.server.example`} />
          <Command line={`cloudflared tunnel --url http://127.0.0.1:${port}`} />
          <p className="soft">{t("public.whoComes")}</p>
          <Command line="--set geo.provider=cloudflare" />
        </li>
        <li>
          <h2>{t("public.check")}</h2>
          <p className="soft">
            {t("public.checkText")}{" "}
            {reach.data !== undefined && reach.data.state !== "local" && (
              <Link to="/settings/public">{t("reach.check")}</Link>
            )}
          </p>
        </li>
      </ol>
      <p className="soft">{t("doors.sleep")}</p>
    </div>
  );
}

function Command({ line }: { readonly line: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.command} dir="ltr">
      <code>
        {line.split(" ").map((word, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the words of a fixed line
          <Fragment key={place}>
            {place > 0 && " "}
            <span>{word}</span>
          </Fragment>
        ))}
      </code>
      <CopyButton text={line} label={t("common.copyNamed", { name: line })} />
    </div>
  );
}
