import { ActionIcon, Button, Menu, Popover, Stack, TextInput } from "@mantine/core";
import IconBookmark from "@iconify-json/tabler/icons/bookmark";
import IconTrash from "@iconify-json/tabler/icons/trash";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { showFailure, toast } from "../../ui/messages/toasts.tsx";
import views from "./Links.module.css";
import { deleteView, parametersOf, savedParameters, saveView, useViews } from "./views.ts";

/** What is shown, kept under a name, and what was kept before. */
export function ViewsMenu() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState("");
  const all = useViews().data ?? [];
  const present = Object.fromEntries(
    savedParameters.flatMap((key) => {
      const value = params.get(key);
      return value === null || value === "" ? [] : [[key, value]];
    }),
  );
  const isEmpty = Object.keys(present).length === 0;
  const keep = async () => {
    setNaming(false);
    try {
      await saveView(name.trim(), present);
      toast({ text: t("views.kept", { name: `\u2068${name.trim()}\u2069` }) });
      setName("");
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <Popover
      opened={isNaming}
      onChange={setNaming}
      trapFocus
      returnFocus
      withRoles={false}
      position="bottom-end"
    >
      <Popover.Target>
        <span>
          <Menu position="bottom-end" returnFocus>
            <Menu.Target>
              <ActionIcon size={30} aria-label={t("views.title")} title={t("views.title")}>
                <IconBookmark size={16} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {all.map((view) => (
                <div key={view.id} className={views.row}>
                  <Menu.Item onClick={() => setParams(parametersOf(view.query))}>
                    <bdi>{view.name}</bdi>
                  </Menu.Item>
                  <Menu.Item
                    className={views.forget ?? ""}
                    aria-label={t("views.forget", { name: view.name })}
                    onClick={() => void deleteView(view)}
                  >
                    <IconTrash size={14} aria-hidden="true" />
                  </Menu.Item>
                </div>
              ))}
              <Menu.Item disabled={isEmpty} onClick={() => setNaming(true)}>
                {t(isEmpty ? "views.nothing" : "views.keep")}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t("views.keep")}>
        <Stack
          component="form"
          gap={12}
          align="flex-start"
          miw={240}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== "") void keep();
          }}
        >
          <TextInput
            w="100%"
            data-autofocus
            className="anyScript"
            label={t("views.name")}
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="filled" size="xs" disabled={name.trim() === ""}>
            {t("common.save")}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
