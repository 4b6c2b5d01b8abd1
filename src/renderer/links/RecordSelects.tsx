import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";

/** As many as a list to choose from shows. */
const most = 1_000;

interface Named {
  readonly id: number;
  readonly name: string;
}

export function useChannels() {
  return useQuery({
    queryKey: ["channels"],
    queryFn: async ({ signal }): Promise<Named[]> =>
      (await api.call("listChannels", { query: { limit: most } }, signal)).data.channels,
  });
}

export function useCampaigns() {
  return useQuery({
    queryKey: ["campaigns"],
    queryFn: async ({ signal }): Promise<Named[]> =>
      (await api.call("listCampaigns", { query: { limit: most } }, signal)).data.campaigns,
  });
}

export function useDomains() {
  return useQuery({
    queryKey: ["domains"],
    queryFn: async ({ signal }) =>
      (await api.call("listDomains", { query: { limit: most } }, signal)).data.domains,
  });
}

export function usePixels() {
  return useQuery({
    queryKey: ["pixels", "named"],
    queryFn: async ({ signal }): Promise<Named[]> =>
      (await api.call("listPixels", { query: { limit: most } }, signal)).data.pixels,
  });
}

export function useSplashPages() {
  return useQuery({
    queryKey: ["splash", "named"],
    queryFn: async ({ signal }): Promise<Named[]> =>
      (await api.call("listSplashPages", { query: { limit: most } }, signal)).data.splash,
  });
}

export function useOverlays() {
  return useQuery({
    queryKey: ["overlays", "named"],
    queryFn: async ({ signal }): Promise<Named[]> =>
      (await api.call("listOverlays", { query: { limit: most } }, signal)).data.cta,
  });
}

interface Props<Value> {
  readonly label: string;
  readonly value: Value | null;
  readonly choose: (value: Value | null) => void;
  /** A dialog begins in it. */
  readonly isFirst?: boolean;
}

export function ChannelSelect(props: Props<number>) {
  return <RecordSelect {...props} records={useChannels().data} />;
}

export function CampaignSelect(props: Props<number>) {
  return <RecordSelect {...props} records={useCampaigns().data} />;
}

/** Nothing to choose where there is only the service's own. */
export function DomainSelect({ label, value, choose }: Props<string>) {
  const { t } = useTranslation();
  const domains = useDomains().data ?? [];
  if (domains.length === 0) return null;
  return (
    <NativeSelect
      label={label}
      value={value ?? ""}
      onChange={(event) => choose(event.currentTarget.value || null)}
    >
      <option value="">{t("import.ownAddress")}</option>
      {domains.map(({ id, domain }) => (
        <option key={id} value={domain}>
          {domain}
        </option>
      ))}
    </NativeSelect>
  );
}

function RecordSelect({
  label,
  value,
  choose,
  records,
  isFirst = false,
}: Props<number> & { readonly records: readonly Named[] | undefined }) {
  const { t } = useTranslation();
  const hasNone = records?.length === 0;
  return (
    <NativeSelect
      label={label}
      value={value ?? ""}
      disabled={hasNone}
      data-autofocus={isFirst || undefined}
      onChange={(event) => choose(Number(event.currentTarget.value) || null)}
    >
      <option value="">{t(hasNone ? "filters.noneThere" : "common.none")}</option>
      {records?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
