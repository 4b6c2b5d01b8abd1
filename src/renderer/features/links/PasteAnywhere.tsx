import { useEffect } from "react";
import { useNavigate } from "react-router";
import { addressesIn } from "../../../contract/fields/addresses.ts";
import { address } from "../../../contract/fields/fields.ts";
import { isWindowFree } from "../../app/frame/shortcuts.ts";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { chooseAddresses } from "../exchange/chosenFile.ts";
import { createLinkOf } from "./madeLink.ts";

/** An address that is pasted outside of any field becomes a link; several are read as a list first. */
export function PasteAnywhere() {
  const navigate = useNavigate();
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text").trim() ?? "";
      if (!/^https?:\/\//i.test(text) || !isWindowFree(event.target)) return;
      event.preventDefault();
      const several = addressesIn(text);
      const one = address.safeParse(text);
      if (several !== undefined) {
        chooseAddresses(several);
        void navigate("/exchange");
      } else if (one.success) createLinkOf(one.data).catch(showFailure);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, [navigate]);
  return null;
}
