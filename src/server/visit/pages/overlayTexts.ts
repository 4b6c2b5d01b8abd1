import type { ContactFault, ContactField } from "../../features/overlays/contactForm.ts";
import type { PageLanguage } from "./markup/language.ts";

interface OverlayTexts {
  readonly message: string;
  readonly contact: string;
  readonly close: string;
  readonly more: string;
  readonly send: string;
  /** Heads the thanks. */
  readonly sent: string;
  readonly thanks: string;
  readonly goOn: (host: string) => string;
  readonly fields: Readonly<Record<ContactField, string>>;
  readonly faults: Readonly<Record<ContactFault, string>>;
  readonly refusals: Readonly<Record<"full" | "tooMany" | "busy" | "foreign" | "failed", string>>;
}

export const overlayTexts: Readonly<Record<PageLanguage, OverlayTexts>> = {
  en: {
    message: "Message",
    contact: "Leave a message",
    close: "Close",
    more: "Learn more",
    send: "Send",
    sent: "Message sent",
    thanks: "Thank you.",
    goOn: (host) => `Continue to ${host}`,
    fields: { name: "Name", email: "Email", phone: "Phone", message: "Message" },
    faults: {
      missing: "Fill in this field.",
      tooLong: "Shorten this text.",
      noEmail: "Enter an email address, such as name@example.com.",
    },
    refusals: {
      full: "This form no longer accepts messages.",
      tooMany: "You’ve sent several messages. Try again in an hour.",
      busy: "This form has received many messages in the last hour. Try again later.",
      foreign: "The request came from another page. Write your message here.",
      failed: "Your message couldn’t be saved. Try again later.",
    },
  },
  fa: {
    message: "پیامی از فرستنده",
    contact: "پیام بگذارید",
    close: "بستن",
    more: "بیشتر بدانید",
    send: "ارسال",
    sent: "پیام شما ارسال شد",
    thanks: "سپاسگزاریم.",
    goOn: (host) => `ادامه به ${host}`,
    fields: { name: "نام", email: "ایمیل", phone: "تلفن", message: "پیام" },
    faults: {
      missing: "این فیلد را پر کنید.",
      tooLong: "متن را کوتاه‌تر کنید.",
      noEmail: "ایمیل را درست وارد کنید.",
    },
    refusals: {
      full: "این فرم دیگر پیام نمی‌پذیرد.",
      tooMany: "چند پیام فرستاده‌اید. یک ساعت دیگر دوباره تلاش کنید.",
      busy: "در یک ساعت گذشته پیام‌های زیادی رسیده است. بعداً دوباره تلاش کنید.",
      foreign: "درخواست از صفحهٔ دیگری ارسال شده است. پیام را همین‌جا بنویسید.",
      failed: "پیام شما ذخیره نشد. بعداً دوباره تلاش کنید.",
    },
  },
};
