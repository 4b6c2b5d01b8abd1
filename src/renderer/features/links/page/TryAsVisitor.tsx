import { Button } from "@mantine/core";
import IconUserQuestion from "@iconify-json/tabler/icons/user-question";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../i18n/lazyPart.ts";

const TryDialog = lazyPart(async () => (await import("../../tryLink/TryDialog.tsx")).TryDialog);

/** Opens what a visitor would get from a link, and why. */
export function TryAsVisitor({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUserQuestion size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t("common.tryAsVisitor")}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <TryDialog id={id} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
