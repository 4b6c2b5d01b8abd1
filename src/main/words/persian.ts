import type { WordKey } from "./english.ts";

export const persian: Readonly<Record<WordKey, string>> = {
  "menu.file": "فایل",
  "menu.newLink": "لینک جدید…",
  "menu.shorten": "کوتاه کردن نشانی کلیپ‌بورد",
  "menu.settings": "تنظیمات…",
  "menu.about": "دربارهٔ Waypost",
  "menu.services": "سرویس‌ها",
  "menu.hide": "پنهان کردن Waypost",
  "menu.hideOthers": "پنهان کردن بقیه",
  "menu.unhide": "نمایش همه",
  "menu.quit": "خروج از Waypost",
  "menu.edit": "ویرایش",
  "menu.undo": "برگرداندن",
  "menu.redo": "انجام دوباره",
  "menu.cut": "بریدن",
  "menu.copy": "کپی",
  "menu.paste": "چسباندن",
  "menu.selectAll": "انتخاب همه",
  "menu.view": "نما",
  "menu.reload": "بارگذاری دوباره",
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
  "tray.serving": "لینک‌های شما در {address} کار می‌کنند",
  "tray.public": "نشانی عمومی: {state}",
  "tray.dark": "توقف دسترسی عمومی",
  "public.paused": "متوقف",
  "public.local": "فقط همین رایانه",
  "public.portOpen": "تعیین نشده، پورت عمومی باز است",
  "public.unverified": "بررسی‌نشده",
  "public.reachable": "در دسترس",
  "public.unreachable": "خارج از دسترس",

  "shorten.made": "لینک کوتاه کپی شد",
  "shorten.madeText": "{short} به {host} می‌رسد.",
  "shorten.nothing": "چیزی برای کوتاه کردن نیست",
  "shorten.nothingText":
    "نشانی‌ای را که با http:// یا https:// شروع می‌شود کپی کنید و دوباره میان‌بر را بزنید.",
  "shorten.own": "این خودش لینک کوتاه است",
  "shorten.ownText": "این نشانی از لینک‌های خودتان است و در کلیپ‌بورد می‌ماند.",
  "shorten.failed": "لینک کوتاهی ساخته نشد",
  "shorten.failedText": "نشانی هنوز در کلیپ‌بورد است. Waypost را باز کنید تا ببینید اشکال از کجاست.",

  "told.link": "یک اسکریپت لینکی ساخت",
  "told.links": "اسکریپت‌ها {count} لینک ساختند",
  "told.linksText": "در فهرست لینک‌هایتان هستند.",
  "told.unreachable": "نشانی عمومی شما در دسترس نیست",
  "told.unreachableText":
    "{address} دیگر به این رایانه نمی‌رسد. دیگران نمی‌توانند لینک‌های شما را باز کنند.",
  "told.reachable": "نشانی عمومی شما دوباره در دسترس است",
  "told.reachableText": "{address} دوباره به این رایانه می‌رسد.",
  "told.disk": "دیسک تقریباً پر است",
  "told.diskText": "کلیک‌ها همچنان شمرده می‌شوند، اما جزئیات آن‌ها ثبت نمی‌شود. کمی جا باز کنید.",
  "told.noSandbox": "Waypost بدون سندباکس اجرا می‌شود",
  "told.noSandboxText":
    "این سیستم اجازه نمی‌دهد AppImage صفحه‌هایش را جدا نگه دارد. برای فعال شدن سندباکس، بستهٔ .deb را نصب کنید.",
  "told.serving": "Waypost همچنان فعال است",
  "told.servingTray":
    "لینک‌های شما با بسته بودن پنجره هم کار می‌کنند. برای خروج، در آیکن آن «خروج از Waypost» را انتخاب کنید.",
  "told.servingText":
    "لینک‌های شما با بسته بودن پنجره هم کار می‌کنند. برای خروج، Waypost را دوباره باز کنید و از منو خارج شوید.",

  "quit.one": "کاری در حال انجام است",
  "quit.many": "{count} کار در حال انجام است",
  "quit.text":
    "اگر Waypost را ببندید، کار متوقف می‌شود. تغییرهای انجام‌شده ذخیره می‌شوند و می‌توانید از تاریخچه آن‌ها را برگردانید. بقیه انجام نمی‌شود.",
  "quit.stay": "ادامهٔ کار",
  "quit.quit": "خروج در هر صورت",

  "port.taken": "برنامهٔ دیگری از پورت {taken} استفاده می‌کند",
  "port.text":
    "پورت {free} آزاد است. لینک‌های کوتاهی که پورت {taken} در نشانی‌شان است فقط وقتی دوباره کار می‌کنند که Waypost به پورت {taken} برگردد.",
  "port.use": "این بار پورت {free}",
  "port.quit": "خروج",

  "start.failed": "Waypost اجرا نشد",
};
