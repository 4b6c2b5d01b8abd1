import type { WordKey } from "./english.ts";

export const persian: Readonly<Record<WordKey, string>> = {
  "menu.file": "فایل",
  "menu.newLink": "لینک جدید…",
  "menu.shorten": "کوتاه کردن نشانیِ کلیپ‌بورد",
  "menu.settings": "تنظیمات…",
  "menu.about": "دربارهٔ Waypost",
  "menu.services": "سرویس‌ها",
  "menu.hide": "پنهان کردن Waypost",
  "menu.hideOthers": "پنهان کردن بقیه",
  "menu.unhide": "نمایش همه",
  "menu.quit": "خروج از Waypost",
  "menu.edit": "ویرایش",
  "menu.undo": "واگرد",
  "menu.redo": "ازنو",
  "menu.cut": "بریدن",
  "menu.copy": "کپی",
  "menu.paste": "چسباندن",
  "menu.selectAll": "انتخاب همه",
  "menu.view": "نما",
  "menu.reload": "بارگیری دوباره",
  "menu.resetZoom": "اندازهٔ واقعی",
  "menu.zoomIn": "بزرگ‌نمایی",
  "menu.zoomOut": "کوچک‌نمایی",
  "menu.fullScreen": "تمام‌صفحه",
  "menu.window": "پنجره",
  "menu.minimize": "کوچک کردن",
  "menu.zoom": "بزرگ کردن",
  "menu.close": "بستن پنجره",
  "menu.front": "آوردن همه به جلو",
  "menu.help": "راهنما",
  "menu.dataFolder": "نمایش پوشهٔ داده‌ها",

  "tray.open": "باز کردن Waypost",
  "tray.serving": "لینک‌هایتان در {address} پاسخ می‌دهند",
  "tray.public": "نشانی عمومی: {state}",
  "tray.dark": "خاموشی: هیچ‌کس از بیرون پاسخی نمی‌گیرد",
  "public.paused": "خاموش",
  "public.local": "بسته",
  "public.portOpen": "تعیین نشده، پورت عمومی باز است",
  "public.unverified": "هنوز آزموده نشده",
  "public.reachable": "باز، پاسخ می‌دهد",
  "public.unreachable": "بی‌پاسخ",

  "shorten.made": "لینک کوتاه کپی شد",
  "shorten.madeText": "{short} به {host} می‌رسد.",
  "shorten.nothing": "چیزی برای کوتاه کردن نیست",
  "shorten.nothingText":
    "نشانی‌ای را که با http:// یا https:// شروع می‌شود کپی کنید و دوباره همان کلیدها را بزنید.",
  "shorten.own": "این خودش لینک کوتاه است",
  "shorten.ownText": "این نشانی از لینک‌های خودتان است و در کلیپ‌بورد می‌ماند.",
  "shorten.failed": "لینک کوتاهی ساخته نشد",
  "shorten.failedText": "نشانی هنوز در کلیپ‌بورد است. Waypost را باز کنید تا ببینید اشکال از کجاست.",

  "told.link": "یک اسکریپت لینکی ساخت",
  "told.links": "اسکریپت‌ها {count} لینک ساختند",
  "told.linksText": "در فهرست لینک‌هایتان هستند.",
  "told.unreachable": "نشانی عمومی‌تان پاسخ نمی‌دهد",
  "told.unreachableText":
    "{address} دیگر به این رایانه نمی‌رسد. هیچ‌کس نمی‌تواند لینک‌های آن را دنبال کند.",
  "told.reachable": "نشانی عمومی‌تان دوباره پاسخ می‌دهد",
  "told.reachableText": "{address} به این رایانه می‌رسد.",
  "told.disk": "دیسک تقریباً پر است",
  "told.diskText":
    "کلیک‌ها همچنان شمرده می‌شوند، اما زمان و مبدأشان دیگر نوشته نمی‌شود. کمی جا باز کنید.",
  "told.noSandbox": "Waypost بدون جعبهٔ شنی اجرا می‌شود",
  "told.noSandboxText":
    "این سیستم اجازه نمی‌دهد AppImage صفحه‌هایش را جدا نگه دارد. برای روشن شدن جعبهٔ شنی، بستهٔ .deb را نصب کنید.",
  "told.serving": "Waypost همچنان پاسخ می‌دهد",
  "told.servingTray":
    "لینک‌هایتان با بسته بودن پنجره هم پاسخ می‌دهند. برای پایان دادن، روی نشانِ آن «خروج از Waypost» را بزنید.",
  "told.servingText":
    "لینک‌هایتان با بسته بودن پنجره هم پاسخ می‌دهند. برای پایان دادن، Waypost را دوباره باز کنید و از منو خارج شوید.",

  "quit.one": "کاری در حال انجام است",
  "quit.many": "{count} کار در حال انجام است",
  "quit.text":
    "اگر Waypost اکنون بسته شود، کار همان‌جا می‌ایستد. آنچه تا آن لحظه انجام شده می‌ماند و از تاریخچه می‌توان برگرداند؛ باقی انجام نمی‌شود.",
  "quit.stay": "ادامهٔ کار",
  "quit.quit": "با این حال خارج شو",

  "port.taken": "پورت {taken} در دست برنامهٔ دیگری است",
  "port.text":
    "پورت {free} آزاد است. لینک‌های کوتاهی که پورت {taken} در نشانی‌شان است فقط وقتی دوباره کار می‌کنند که Waypost به پورت {taken} برگردد.",
  "port.use": "این بار پورت {free}",
  "port.quit": "خروج",

  "start.failed": "Waypost شروع نمی‌شود",
};
