import {
  ActionIcon,
  Box,
  Button,
  Group,
  Menu,
  Popover,
  SimpleGrid,
  Stack,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import IconBookmark from "@iconify-json/tabler/icons/bookmark";
import IconPlus from "@iconify-json/tabler/icons/plus";
import IconX from "@iconify-json/tabler/icons/x";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { bounds } from "../../../../contract/fields/fields.ts";
import { completeAddress } from "../../../../contract/fields/completeAddress.ts";
import { api, queryClient } from "../../../app/client/api.ts";
import { keepsEscape } from "../../../ui/inputs/keepsEscape.ts";
import { removeRecord } from "../../../ui/edit/undoToasts.tsx";
import type { RecordForm } from "../../../ui/edit/useRecordForm.ts";
import { showFailure, toast } from "../../../ui/messages/toasts.tsx";
import type { LinkValues } from "./linkModel.ts";
import classes from "./LinkEditor.module.css";
import { campaignNames, joined, type Parameter, withParameters } from "./parameters.ts";

/** What is appended to the target: campaign parameters by their names, whatever else one by one. */
export function ParameterFields({ form }: { readonly form: RecordForm<LinkValues> }) {
  const { t } = useTranslation();
  const { url, parameters } = form.values;
  const isNamed = (name: string) => campaignNames.some((one) => one === name);
  const set = (next: readonly Parameter[]) => form.set("parameters", next);
  const valueOf = (name: string) => parameters.find((one) => one.name === name)?.value ?? "";
  const write = (name: string, value: string) => {
    const others = parameters.filter((one) => one.name !== name);
    const named = campaignNames.flatMap((one) => {
      const current = one === name ? value : valueOf(one);
      return current === "" ? [] : [{ name: one, value: current }];
    });
    set([...named, ...others.filter((one) => !isNamed(one.name))]);
  };
  const change = (place: number, changed: Partial<Parameter>) =>
    set(parameters.map((one, at) => (at === place ? { ...one, ...changed } : one)));
  const address = withParameters(completeAddress(url), parameters);

  return (
    <Stack gap="sm">
      <Templates parameters={parameters} take={(template) => set(joined(parameters, template))} />
      <SimpleGrid minColWidth={180} spacing="sm">
        {campaignNames.map((name) => (
          <TextInput
            key={name}
            className="anyScript"
            label={t(`linkEditor.utm.${name}`)}
            placeholder={t(`linkEditor.utmExample.${name}`)}
            maxLength={bounds.parameterValue}
            autoComplete="off"
            value={valueOf(name)}
            onChange={(event) => write(name, event.currentTarget.value)}
          />
        ))}
      </SimpleGrid>
      {parameters.map(
        ({ name, value }, place) =>
          !isNamed(name) && (
            // oxlint-disable-next-line react/no-array-index-key -- parameters have no other name
            <div key={place} className={classes.other}>
              <TextInput
                aria-label={t("linkEditor.parameterName")}
                placeholder={t("linkEditor.parameterName")}
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
                value={name}
                error={form.fault(`parameters[${place}].name`)}
                onChange={(event) => change(place, { name: event.currentTarget.value })}
              />
              <TextInput
                className="anyScript"
                aria-label={t("linkEditor.parameterValue")}
                placeholder={t("linkEditor.parameterValue")}
                autoComplete="off"
                value={value}
                error={form.fault(`parameters[${place}].value`)}
                onChange={(event) => change(place, { value: event.currentTarget.value })}
              />
              <ActionIcon
                aria-label={t("linkEditor.removeParameter", { name })}
                onClick={() => set(parameters.filter((_, at) => at !== place))}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
          ),
      )}
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => set([...parameters, { name: "", value: "" }])}
        >
          {t("linkEditor.addParameter")}
        </Button>
      </div>
      {url.trim() !== "" && (
        <Box
          component="p"
          py="xs"
          px="sm"
          bdrs="md"
          bg="var(--wash)"
          fz={12}
          style={{ overflowWrap: "anywhere" }}
        >
          <span className="soft">{t("linkEditor.resulting")}</span> <bdi dir="ltr">{address}</bdi>
        </Box>
      )}
    </Stack>
  );
}

/** Parameters that are kept under a name, with the service: every window has them. */
function Templates({
  parameters,
  take,
}: {
  readonly parameters: readonly Parameter[];
  readonly take: (parameters: readonly Parameter[]) => void;
}) {
  const { t } = useTranslation();
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState("");
  const templatesQuery = useQuery({
    queryKey: ["views", "parameters"],
    queryFn: async ({ signal }) =>
      (await api.call("listViews", { query: { kind: "parameters", limit: 1000 } }, signal)).data
        .views,
  });
  const templates = templatesQuery.data ?? [];
  const refresh = () => queryClient.refresh(["views"]);
  const given = parameters.filter((one) => one.name.trim() !== "" && one.value !== "");
  const keep = async () => {
    setNaming(false);
    const query = Object.fromEntries(given.map((one) => [one.name, one.value]));
    try {
      await api.call("addView", { body: { name: name.trim(), kind: "parameters", query } });
      await refresh();
      toast({ text: t("linkEditor.templateKept", { name: `\u2068${name.trim()}\u2069` }) });
      setName("");
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <Group gap="xs" align="stretch">
      {templates.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="xs" leftSection={<IconBookmark size={14} aria-hidden="true" />}>
              {t("linkEditor.templates")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {templates.map((one) => (
              <Menu.Item
                key={one.id}
                onClick={() =>
                  take(
                    Object.entries(one.query).map(([key, value]) => ({
                      name: key,
                      value: String(value),
                    })),
                  )
                }
              >
                <bdi>{one.name}</bdi>
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Label>{t("linkEditor.forgetTemplate")}</Menu.Label>
            {templates.map((one) => (
              <Menu.Item
                key={one.id}
                leftSection={<IconX size={14} aria-hidden="true" />}
                aria-label={t("linkEditor.forgetNamed", { name: one.name })}
                onClick={() =>
                  void removeRecord(one.name, () =>
                    api.call("deleteView", { params: { id: one.id } }),
                  )
                }
              >
                <bdi>{one.name}</bdi>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Popover opened={isNaming} onChange={setNaming} position="bottom-start" trapFocus>
        <Popover.Target>
          <Button
            size="xs"
            variant="subtle"
            disabled={given.length === 0}
            onClick={() => setNaming(!isNaming)}
          >
            {t("linkEditor.keepTemplate")}
          </Button>
        </Popover.Target>
        <Popover.Dropdown onFocus={keepsEscape}>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              className="anyScript"
              label={t("linkEditor.templateName")}
              maxLength={bounds.title}
              autoComplete="off"
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                if (name.trim() !== "") void keep();
              }}
            />
            <Button
              size="xs"
              variant="filled"
              disabled={name.trim() === ""}
              onClick={() => void keep()}
            >
              {t("linkEditor.keep")}
            </Button>
          </Group>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
