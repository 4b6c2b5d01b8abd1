import { Box, Button, Group, Popover, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, Suspense, useId, useState } from "react";
import { bounds } from "../../../contract/fields/fields.ts";
import { api } from "../../app/client/api.ts";
import { useChannels } from "../../app/client/namedRecords.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { useBulkRun } from "../../ui/list/bulk/useBulkRun.ts";
import type { Chosen } from "../../ui/list/table/selection.ts";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { TagChip } from "../tags/TagChip.tsx";
import { useTags } from "../tags/tags.ts";
import type { Anchor } from "./anchorHere.ts";
import { bulkSelectOf } from "./bulkSelect.ts";
import classes from "./LabelPicker.module.css";
import { selectOf } from "./linkSearch.ts";
import type { ListedLink } from "./linkSource.ts";

const JobOutcome = lazyPart(async () => (await import("../jobs/JobOutcome.tsx")).JobOutcome);
const JobProgress = lazyPart(async () => (await import("../jobs/JobProgress.tsx")).JobProgress);

/** As many links as are looked through for the labels that they have. */
const most = 1_000;

interface Label {
  readonly key: string;
  readonly name: string;
}

interface Picked {
  readonly action: "tag" | "channel";
  readonly chosen: Chosen;
  readonly anchor: Anchor;
  readonly close: () => void;
  readonly done: () => void;
}

/** Tags or channels of many links, ticked one by one and changed at once. */
export function LabelPicker(picked: Picked) {
  const { t, format } = useI18n();
  const { action, chosen, anchor, close } = picked;
  const title = t(`bulk.pick.${action}`, format.counted(chosen.count));
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && close()}
      trapFocus
      returnFocus
      withRoles={false}
      position="top-start"
      width={300}
    >
      <Popover.Target>
        <span className={classes.anchor} style={{ ...anchor }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={title}>
        <Picker {...picked} title={title} />
      </Popover.Dropdown>
    </Popover>
  );
}

type Tick = "all" | "some" | "none";

function Picker({ action, chosen, title, close, done }: Picked & { readonly title: string }) {
  const { t, format } = useI18n();
  const list = useId();
  const { labels, tickOf } = useLabels(action, chosen);
  const [typed, setTyped] = useState("");
  const [place, setPlace] = useState(0);
  const [changed, setChanged] = useState<Readonly<Record<string, "all" | "none">>>({});
  /** Whether the next Enter is for the label, not for all that is ticked. */
  const [isAtLabel, setAtLabel] = useState(true);
  const select = bulkSelectOf(chosen);
  const did = (count: number) => t(`bulk.did.${action}`, format.counted(count));
  const { job, isOver, isBusy, failure, run } = useBulkRun({ kind: "links", select, did, done });
  const sought = typed.trim().toLowerCase();
  const found = (isMeant: (at: number) => boolean) =>
    labels.filter(({ name }) => isMeant(name.toLowerCase().indexOf(sought)));
  const isNew =
    action === "tag" && sought !== "" && !labels.some(({ name }) => name.toLowerCase() === sought);
  const exact = ({ name }: Label) => (sought === name.toLowerCase() ? 0 : 1);
  const created = Object.keys(changed).filter((key) => !labels.some((label) => label.key === key));
  // What begins with the words is meant; what only has them within may be.
  const offered: readonly Label[] = [
    ...(sought === "" ? created.map((key) => ({ key, name: key })) : []),
    ...found((at) => at === 0).toSorted((one, other) => exact(one) - exact(other)),
    ...(isNew ? [{ key: typed.trim().normalize("NFC"), name: typed.trim() }] : []),
    ...found((at) => at > 0),
  ];
  const active = offered[Math.min(place, offered.length - 1)];
  const hasChanges = Object.keys(changed).length > 0;
  const now = (key: string): Tick => changed[key] ?? tickOf(key);

  function toggle({ key }: Label): void {
    const next = now(key) === "all" ? "none" : "all";
    const { [key]: _, ...others } = changed;
    setChanged(tickOf(key) === next ? others : { ...others, [key]: next });
    setTyped("");
    setPlace(0);
    setAtLabel(false);
  }

  async function apply(): Promise<void> {
    if (!hasChanges) return close();
    const withTick = (tick: Tick) => Object.keys(changed).filter((key) => changed[key] === tick);
    const namesOf = (keys: readonly string[]) =>
      action === "tag" ? { tags: [...keys] } : { channels: keys.map(Number) };
    const [added, removed] = [withTick("all"), withTick("none")];
    const change = {
      ...(added.length === 0 ? {} : { add: namesOf(added) }),
      ...(removed.length === 0 ? {} : { remove: namesOf(removed) }),
    };
    await run(change, null);
  }

  function press(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      setPlace(Math.min(Math.max(place + step, 0), offered.length - 1));
      setAtLabel(true);
    } else if (event.key === "Enter") {
      const isWhole = event.ctrlKey || event.metaKey || (hasChanges && !isAtLabel);
      if (isWhole) void apply();
      else if (active !== undefined) toggle(active);
    } else return;
    event.preventDefault();
  }

  if (job !== undefined)
    return (
      <Suspense fallback={null}>
        {isOver ? <JobOutcome job={job} /> : <JobProgress job={job} />}
      </Suspense>
    );
  return (
    <Stack gap={8}>
      <TextInput
        data-autofocus
        className="anyScript"
        role="combobox"
        aria-label={title}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={active && `${list}-${active.key}`}
        placeholder={title}
        maxLength={bounds.tag}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPlace(0);
          setAtLabel(true);
        }}
        onKeyDown={press}
      />
      <Box
        id={list}
        role="listbox"
        aria-label={title}
        aria-multiselectable
        mah={240}
        style={{ overflow: "auto" }}
      >
        {offered.map((label) => {
          const tick = now(label.key);
          return (
            <Group
              key={label.key}
              id={`${list}-${label.key}`}
              role="option"
              aria-selected={tick === "all"}
              aria-checked={tick === "some" ? "mixed" : tick === "all"}
              data-active={label === active || undefined}
              className={classes.option}
              gap={10}
              wrap="nowrap"
              onPointerDown={(event) => {
                event.preventDefault();
                toggle(label);
              }}
            >
              <input
                type="checkbox"
                className="rowCheck"
                inert
                readOnly
                checked={tick === "all"}
                ref={(box) => {
                  if (box !== null) box.indeterminate = tick === "some";
                }}
              />
              {action === "tag" ? <TagChip tag={label.name} /> : <bdi>{label.name}</bdi>}
              {isNew && label.name === typed.trim() && (
                <Text size="xs" c="dimmed">
                  {t("bulk.pick.isNew")}
                </Text>
              )}
            </Group>
          );
        })}
        {offered.length === 0 && (
          <Text size="sm" c="dimmed" p={8}>
            {t("list.nothingTitle")}
          </Text>
        )}
      </Box>
      {failure !== null && <FailureNotice error={failure} />}
      <Group justify="flex-end" gap={8}>
        <Button
          size="xs"
          variant="filled"
          disabled={!hasChanges}
          loading={isBusy}
          onClick={() => void apply()}
        >
          {t("list.apply")}
        </Button>
      </Group>
    </Stack>
  );
}

/** The labels there are, and how many of the chosen links have each. */
function useLabels(action: Picked["action"], chosen: Chosen) {
  const tags = useTags().data ?? [];
  const channels = useChannels().data ?? [];
  const links = useQuery({
    queryKey: ["links", "labels", chosen],
    queryFn: async ({ signal }): Promise<readonly Pick<ListedLink, "tags" | "channel">[]> => {
      const of =
        "ids" in chosen
          ? { ids: chosen.ids.join(), archived: "all" }
          : { ...selectOf(chosen.search) };
      const { data } = await api.call("listLinks", { query: { ...of, limit: most } }, signal);
      return "urls" in data ? data.urls : [];
    },
    enabled: chosen.count <= most,
  }).data;
  const counts = new Map<string, number>();
  for (const link of links ?? [])
    for (const key of action === "tag" ? link.tags : link.channel.map(String))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const labels: readonly Label[] =
    action === "tag"
      ? tags.map(({ tag }) => ({ key: tag, name: tag }))
      : channels.map(({ id, name }) => ({ key: String(id), name }));
  const tickOf = (key: string): Tick => {
    const count = counts.get(key) ?? 0;
    if (count === 0) return "none";
    return count < (links?.length ?? 0) ? "some" : "all";
  };
  const had = (key: string) => (tickOf(key) === "none" ? 1 : 0);
  return { labels: labels.toSorted((one, other) => had(one.key) - had(other.key)), tickOf };
}
