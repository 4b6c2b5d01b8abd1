import { describe, expect, test } from "vitest";
import { createUserAgents } from "../../../../src/server/services/visitor/userAgents.ts";

const { read } = createUserAgents();
const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";

describe("people's browsers", () => {
  test.each([
    [
      "an iPhone",
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Version/18.5 Mobile/15E148 Safari/604.1`,
      ["Mobile Safari", "iOS", "iphone", "mobile"],
    ],
    [
      "an iPad",
      `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${webkit} Version/18.5 Mobile/15E148 Safari/604.1`,
      ["Mobile Safari", "iOS", "ipad", "tablet"],
    ],
    [
      "Chrome on an iPad under a Mac's name",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} CriOS/140 Version/18.5 Safari/605.1.15`,
      ["Chrome", "iOS", "ipad", "tablet"],
    ],
    [
      "a web view on an iPad under a Mac's name",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Mobile/15E148`,
      ["WebKit", "iOS", "ipad", "tablet"],
    ],
    [
      "a Mac",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.5 Safari/605.1.15`,
      ["Safari", "macOS", "mac", "desktop"],
    ],
    [
      "an Android telephone",
      `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`,
      ["Chrome", "Android", "android", "mobile"],
    ],
    [
      "an Android tablet",
      `Mozilla/5.0 (Linux; Android 13; SM-X906C) ${chrome} Safari/537.36`,
      ["Chrome", "Android", "android", "tablet"],
    ],
    [
      "an Android television",
      `Mozilla/5.0 (Linux; Android 12; BRAVIA 4K) ${chrome} Safari/537.36`,
      ["Chrome", "Android", "android", undefined],
    ],
    [
      "Windows",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`,
      ["Edge", "Windows", "windows", "desktop"],
    ],
    [
      "a Chromebook",
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`,
      ["Chrome", "ChromeOS", "chromeos", "desktop"],
    ],
    [
      "Linux",
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      ["Firefox", "Linux", "linux", "desktop"],
    ],
    [
      "a Linux by its own name",
      "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      ["Firefox", "Ubuntu", "linux", "desktop"],
    ],
    [
      "a BSD",
      "Mozilla/5.0 (X11; FreeBSD amd64; rv:140.0) Gecko/20100101 Firefox/140.0",
      ["Firefox", "FreeBSD", undefined, "desktop"],
    ],
    [
      "the browser inside an app",
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Mobile/15E148 Instagram 330.0.0.0`,
      ["Instagram", "iOS", "iphone", "mobile"],
    ],
  ])("%s", (_what, header, [browser, os, device, deviceGroup]) => {
    expect(read(header)).toEqual({
      bot: undefined,
      isPreview: false,
      browser,
      os,
      device,
      deviceGroup,
    });
  });
});

describe("programs", () => {
  test.each([
    ["curl/8.5.0", "curl"],
    ["node", "node"],
    ["", "No name given"],
    ["python-requests/2.31.0", "python-requests"],
    ["Go-http-client/1.1", "Go-http-client"],
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot"],
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome.replace("C", "HeadlessC")}`, "HeadlessChrome"],
  ])("%j is named %s and gets no preview", (header, bot) => {
    expect(read(header)).toMatchObject({ bot, isPreview: false });
  });

  test.each([
    ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
    ["WhatsApp/2.23.20.0 A"],
    ["TelegramBot (like TwitterBot)"],
    ["Twitterbot/1.0"],
    ["LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)"],
    ["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"],
    ["Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"],
    ["Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)"],
    ["Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/) Bot"],
  ])("%s fetches a link preview and is a bot", (header) => {
    const { bot, isPreview } = read(header);
    expect(isPreview).toBe(true);
    expect(bot).toBeDefined();
  });

  test("a name is short and printable, whatever was sent", () => {
    const { bot } = read(`${"evil\u0007bot".repeat(40)}/1.0`);
    expect(bot).toMatch(/^[\x20-\x7e]{1,40}$/);
  });
});

describe("browsers inside apps", () => {
  const phone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit} Mobile/15E148`;
  const view =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36";

  test.each([
    ["Instagram", `${phone} Instagram 334.0.4.32.98 (iPhone15,3; iOS 17_5; en_US; en; scale=3.00)`],
    [
      "Instagram",
      `${view} Instagram 334.0.0.42.95 Android (34/14; 420dpi; Google/google; Pixel 8)`,
    ],
    ["Threads", `${view} Barcelona 330.0.0.29.94 Android`],
    ["Facebook", `${phone} [FBAN/FBIOS;FBAV/466.0.0.39.110;FBBV/606;FBDV/iPhone15,3]`],
    ["Facebook", `${view} [FB_IAB/FB4A;FBAV/466.0.0.52.83;]`],
    ["Messenger", `${view} [FB_IAB/Orca-Android;FBAV/460.0.0.45.109;]`],
    ["Messenger", `${phone} [FBAN/MessengerForiOS;FBAV/460.0]`],
    ["TikTok", `${phone} musical_ly_34.5.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6`],
    ["TikTok", `${view} trill_340503 JsSdk/1.0 NetType/WIFI AppVersion/34.5.3`],
    ["LinkedIn", `${phone} [LinkedInApp]/9.29.8962`],
    ["Snapchat", `${phone} Snapchat/12.87.0.38 (like Safari/8618.1.15, panda)`],
    ["Telegram", `${view} Telegram-Android/10.14.2 (Google Pixel 8; Android 14; SDK 34; HIGH)`],
    ["WeChat", `${phone} MicroMessenger/8.0.50(0x1800323c) NetType/WIFI Language/zh_CN`],
    ["LINE", `${view} Line/14.9.1/IAB`],
    ["X", `${phone} Twitter for iPhone/10.48`],
    ["Pinterest", `${phone} [Pinterest/iOS]`],
    ["Google app", `${phone} GSA/323.0.6 Safari/604.1`],
  ])("%s is named", (app, header) => {
    const { browser, bot, deviceGroup } = read(header);
    expect([browser, bot, deviceGroup]).toEqual([app, undefined, "mobile"]);
  });

  test("a web view that doesn't say whose it is stays one", () => {
    expect([read(phone).browser, read(view).browser]).toEqual(["WebKit", "Chrome WebView"]);
  });
});
