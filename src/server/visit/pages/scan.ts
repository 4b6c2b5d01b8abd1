import type { QrContent, QrMessage, QrNetwork } from "../../features/qr/qrPayloads.ts";
import { css } from "./markup/css.ts";
import { html, type Html } from "./markup/html.ts";
import { ownDirection, type PageLanguage } from "./markup/language.ts";
import type { Page } from "./markup/page.ts";

type Shown = Exclude<QrContent, { readonly type: "link" } | { readonly type: "vcard" }>;

const texts = {
  en: {
    text: "Text",
    wifi: "Wi-Fi network",
    email: "Write an email",
    phone: "Call",
    sms: "Write a message",
    network: "Name",
    password: "Password",
    open: "No password is needed.",
  },
  fa: {
    text: "متن",
    wifi: "شبکهٔ وای‌فای",
    email: "نوشتن ایمیل",
    phone: "تماس",
    sms: "نوشتن پیامک",
    network: "نام",
    password: "گذرواژه",
    open: "گذرواژه لازم نیست.",
  },
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

const style = css`
  .said {
    white-space: pre-wrap;
    unicode-bidi: plaintext;
  }
  dl {
    margin: 0;
  }
  dt {
    color: var(--soft);
  }
  dd {
    margin: 0 0 16px;
    font-weight: 600;
    user-select: all;
  }
  dd:last-child {
    margin: 0;
  }
`;

/** What a code says, for a person who scanned it: to be read, or behind one button. */
export function scanPage(content: Shown, payload: string, language: PageLanguage): Page {
  const words = texts[language];
  const title = words[content.type];
  return {
    status: 200,
    title,
    language,
    layout: "card",
    style,
    body: html`<div class="stack">
      <h1>${hasAddressee(content) ? html`<bdi dir="ltr">${addressee(payload)}</bdi>` : title}</h1>
      ${bodyOf(content, payload, language)}
    </div>`,
  };
}

/** Of these the button says what is done, and the heading with whom. */
function hasAddressee({ type }: Shown): boolean {
  return type === "email" || type === "phone" || type === "sms";
}

function bodyOf(content: Shown, payload: string, language: PageLanguage): Html {
  const words = texts[language];
  switch (content.type) {
    case "text":
      return paragraph(content.data);
    case "wifi":
      return typeof content.data === "string"
        ? paragraph(content.data)
        : networkTable(content.data, language);
    case "email":
      return html`<a class="button" href="${payload}">${words.email}</a>`;
    case "phone":
      return html`<a class="button" href="${payload}">${words.phone}</a>`;
    case "sms":
      return html`${typeof content.data === "object" && paragraph(content.data.message ?? "")}
        <a class="button" href="${messageAddress(content.data, payload)}">${words.sms}</a>`;
  }
}

function paragraph(text: string): Html {
  return html`<p class="said" dir="${ownDirection(text)}">${text}</p>`;
}

function networkTable({ ssid, pass = "" }: QrNetwork, language: PageLanguage): Html {
  const words = texts[language];
  return html`<dl>
      <dt>${words.network}</dt>
      <dd><bdi>${ssid}</bdi></dd>
      ${
        pass !== "" &&
        html`<dt>${words.password}</dt>
          <dd><bdi dir="ltr">${pass}</bdi></dd>`
      }
    </dl>
    ${pass === "" && html`<p class="soft">${words.open}</p>`}`;
}

/** The number or mail address in `tel:…`, `mailto:…?…` and `SMSTO:…:…`. */
function addressee(payload: string): string {
  const [, first = ""] = /^[a-z]+:([^?:;]*)/iu.exec(payload) ?? [];
  return decodeURIComponent(first);
}

/** `sms:` (RFC 5724), which browsers hand on; `SMSTO:` is a word between codes and cameras. */
function messageAddress(data: string | QrMessage, payload: string): string {
  const message = typeof data === "string" ? "" : (data.message ?? "");
  const query = message === "" ? "" : `?body=${encodeURIComponent(message)}`;
  return `sms:${encodeURIComponent(addressee(payload)).replace(/^%2B/u, "+")}${query}`;
}
