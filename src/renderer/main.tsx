// oxlint-disable import/no-unassigned-import -- style sheets, and what must run before all else
import "./app/client/schemasWithoutEval.ts";
import "./theme/library.css";
import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startCatalogue } from "./i18n/catalogue.ts";
import { directionOf, loadPreferences } from "./i18n/preferences.ts";
import { takeItemsFromPage } from "./i18n/browserStore.ts";
import { announceNonce } from "./app/client/nonce.ts";
import { takeMove } from "./app/client/move.ts";
import { takeKeyFromAddress } from "./app/client/serviceKey.ts";
import { App, createRouter } from "./app/App.tsx";

// Before anything reads the address: the router's places live in the fragment too.
takeMove();
takeKeyFromAddress();
takeItemsFromPage();
announceNonce();
const { language } = loadPreferences();
document.documentElement.lang = language;
document.documentElement.dir = directionOf(language);

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root.");

async function show(place: Element): Promise<void> {
  await startCatalogue(language);
  const router = createRouter();
  createRoot(place).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}

// Not awaited: files that are loaded later import from this one, and would wait for it to be through.
void show(root);
