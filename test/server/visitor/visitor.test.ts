import { describe, expect, test } from "vitest";
import { createUserAgents } from "../../../src/server/visitor/userAgents.ts";
import {
  androidPhone,
  androidTablet,
  androidTelevision,
  androidView,
  chromebook,
  edge,
  firefox,
  firefoxOnBsd,
  firefoxOnUbuntu,
  headlessChrome,
  ipad,
  ipadChromeAsMac,
  ipadViewAsMac,
  iphone,
  iphoneView,
  mac,
} from "../../support/userAgents.ts";
import { createBoundedCache } from "../../../src/server/visitor/boundedCache.ts";
import { createLanguages } from "../../../src/server/visitor/languages.ts";
import { createReferrers } from "../../../src/server/visitor/referrers.ts";

describe("user agents", () => {
  const { read } = createUserAgents();

  describe("people's browsers", () => {
    test.each([
      ["an iPhone", iphone, ["Mobile Safari", "iOS", "iphone", "mobile"]],
      ["an iPad", ipad, ["Mobile Safari", "iOS", "ipad", "tablet"]],
      [
        "Chrome on an iPad under a Mac's name",
        ipadChromeAsMac,
        ["Chrome", "iOS", "ipad", "tablet"],
      ],
      [
        "a web view on an iPad under a Mac's name",
        ipadViewAsMac,
        ["WebKit", "iOS", "ipad", "tablet"],
      ],
      ["a Mac", mac, ["Safari", "macOS", "mac", "desktop"]],
      ["an Android telephone", androidPhone, ["Chrome", "Android", "android", "mobile"]],
      ["an Android tablet", androidTablet, ["Chrome", "Android", "android", "tablet"]],
      ["an Android television", androidTelevision, ["Chrome", "Android", "android", undefined]],
      ["Windows", edge, ["Edge", "Windows", "windows", "desktop"]],
      ["a Chromebook", chromebook, ["Chrome", "ChromeOS", "chromeos", "desktop"]],
      ["Linux", firefox, ["Firefox", "Linux", "linux", "desktop"]],
      ["a Linux by its own name", firefoxOnUbuntu, ["Firefox", "Ubuntu", "linux", "desktop"]],
      ["a BSD", firefoxOnBsd, ["Firefox", "FreeBSD", undefined, "desktop"]],
      [
        "the browser inside an app",
        `${iphoneView} Instagram 330.0.0.0`,
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
      [headlessChrome, "HeadlessChrome"],
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
    test.each([
      [
        "Instagram",
        `${iphoneView} Instagram 334.0.4.32.98 (iPhone15,3; iOS 17_5; en_US; en; scale=3.00)`,
      ],
      [
        "Instagram",
        `${androidView} Instagram 334.0.0.42.95 Android (34/14; 420dpi; Google/google; Pixel 8)`,
      ],
      ["Threads", `${androidView} Barcelona 330.0.0.29.94 Android`],
      ["Facebook", `${iphoneView} [FBAN/FBIOS;FBAV/466.0.0.39.110;FBBV/606;FBDV/iPhone15,3]`],
      ["Facebook", `${androidView} [FB_IAB/FB4A;FBAV/466.0.0.52.83;]`],
      ["Messenger", `${androidView} [FB_IAB/Orca-Android;FBAV/460.0.0.45.109;]`],
      ["Messenger", `${iphoneView} [FBAN/MessengerForiOS;FBAV/460.0]`],
      ["TikTok", `${iphoneView} musical_ly_34.5.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6`],
      ["TikTok", `${androidView} trill_340503 JsSdk/1.0 NetType/WIFI AppVersion/34.5.3`],
      ["LinkedIn", `${iphoneView} [LinkedInApp]/9.29.8962`],
      ["Snapchat", `${iphoneView} Snapchat/12.87.0.38 (like Safari/8618.1.15, panda)`],
      [
        "Telegram",
        `${androidView} Telegram-Android/10.14.2 (Google Pixel 8; Android 14; SDK 34; HIGH)`,
      ],
      ["WeChat", `${iphoneView} MicroMessenger/8.0.50(0x1800323c) NetType/WIFI Language/zh_CN`],
      ["LINE", `${androidView} Line/14.9.1/IAB`],
      ["X", `${iphoneView} Twitter for iPhone/10.48`],
      ["Pinterest", `${iphoneView} [Pinterest/iOS]`],
      ["Google app", `${iphoneView} GSA/323.0.6 Safari/604.1`],
    ])("%s is named", (app, header) => {
      const { browser, bot, deviceGroup } = read(header);
      expect([browser, bot, deviceGroup]).toEqual([app, undefined, "mobile"]);
    });

    test("a web view that doesn't say whose it is stays one", () => {
      expect([read(iphoneView).browser, read(androidView).browser]).toEqual([
        "WebKit",
        "Chrome WebView",
      ]);
    });
  });
});

test("what is in use is made once, and only so much is remembered", () => {
  const made: string[] = [];
  const lengthOf = createBoundedCache({ size: 10, longest: 20 }, (text) => {
    made.push(text);
    return text.length;
  });
  for (let round = 0; round < 100; round += 1) {
    expect(lengthOf("in use")).toBe(6);
    expect(lengthOf(`once ${round}`)).toBe(`once ${round}`.length);
  }
  expect(made.filter((text) => text === "in use")).toHaveLength(1);
  expect(lengthOf("once 0")).toBe(6);
  expect(made.filter((text) => text === "once 0")).toHaveLength(2);
});

test("a text that is as long as the bound is made each time and never remembered", () => {
  let made = 0;
  const cached = createBoundedCache({ size: 10, longest: 20 }, () => (made += 1));
  expect([cached("x".repeat(19)), cached("x".repeat(19))]).toEqual([1, 1]);
  expect([cached("x".repeat(20)), cached("x".repeat(20))]).toEqual([2, 3]);
});

describe("languages", () => {
  const { read } = createLanguages();

  test.each([
    ["de-DE,de;q=0.9,en;q=0.8", ["de", "en"]],
    ["en;q=0.3, fa-IR;q=0.9", ["fa", "en"]],
    ["en-GB", ["en"]],
    ["zh_Hant_TW", ["zh"]],
    ["*", []],
    ["de;q=0, en", ["en"]],
    ["de;q=x, en", ["en"]],
    ["", []],
    [",,;q=1,\u00e4,<script>", []],
    ["EN;Q=0.5,FR", ["fr", "en"]],
  ])("%j reads %j", (header, languages) => {
    expect(read(header)).toEqual(languages);
  });
});

describe("referrers", () => {
  const { read } = createReferrers();

  test.each([
    ["https://www.facebook.com/", "facebook.com", "facebook"],
    ["https://l.facebook.com/l.php?u=x", "l.facebook.com", "facebook"],
    ["https://lm.facebook.com/", "lm.facebook.com", "facebook"],
    ["https://t.co/abc", "t.co", "twitter"],
    ["https://x.com/", "x.com", "twitter"],
    ["https://l.instagram.com/", "l.instagram.com", "instagram"],
    ["https://lnkd.in/x", "lnkd.in", "linkedin"],
    ["https://web.telegram.org/", "web.telegram.org", "telegram"],
    ["https://t.me/", "t.me", "telegram"],
    ["https://wa.me/", "wa.me", "whatsapp"],
    ["https://web.whatsapp.com/", "web.whatsapp.com", "whatsapp"],
    ["https://youtu.be/x", "youtu.be", "youtube"],
    ["https://m.youtube.com/", "m.youtube.com", "youtube"],
    ["https://out.reddit.com/t3", "out.reddit.com", "reddit"],
    ["https://vm.tiktok.com/", "vm.tiktok.com", "tiktok"],
    ["https://pin.it/x", "pin.it", "pinterest"],
    ["https://www.pinterest.co.uk/", "pinterest.co.uk", "pinterest"],
    ["https://de.pinterest.com/", "de.pinterest.com", "pinterest"],
    ["android-app://com.google.android.youtube/", "com.google.android.youtube", "youtube"],
    ["android-app://org.telegram.messenger", "org.telegram.messenger", "telegram"],
    ["android-app://com.google.android.gm/", "com.google.android.gm", undefined],
    ["https://News.Example.org:8443/page?q=1#x", "news.example.org", undefined],
    ["https://notfacebook.com/", "notfacebook.com", undefined],
    ["https://facebook.com.example.org/", "facebook.com.example.org", undefined],
    ["https://max.com/", "max.com", undefined],
  ])("%s comes from %s (%s)", (header, host, social) => {
    expect(read(header)).toEqual({ host, social });
  });

  test.each([
    "",
    "nonsense",
    "javascript:alert(1)",
    "about:blank",
    "file:///etc/passwd",
    "https://",
  ])("%j comes from nowhere", (header) => {
    expect(read(header)).toEqual({ host: undefined, social: undefined });
  });
});
