import { js, type Script } from "./markup/script.ts";

/** The thirteen types; what each stands for: docs/api.md, "Pixels". */
export type PixelPlatform =
  | "tagmanagerpixel"
  | "analyticspixel"
  | "socialnetpixel"
  | "adsplatformpixel"
  | "professionalnetpixel"
  | "microblogpixel"
  | "retargetingpixel"
  | "qapixel"
  | "imageboardpixel"
  | "searchenginepixel"
  | "messagingpixel"
  | "forumpixel"
  | "shortvideopixel";

export interface PixelSnippet {
  /** As its owner calls it. */
  readonly platform: string;
  /** Its loader, by the functions of {@link pixelRuntime}. The tag is a value in it, never code. */
  script(tag: string): Script;
  /** What the platform offers where scripts are off; the tag is percent-encoded. */
  readonly withoutScript?: (tag: string) => { readonly image: string } | { readonly frame: string };
}

/**
 * What the snippets have in common. `load`: a platform's own script, once a page. `queue`: the
 * function that keeps calls until that script takes them over, in the shape that it expects.
 */
export const pixelRuntime: Script = js`
  const loaded = new Map();
  const load = (address, ready) => {
    const known = loaded.get(address);
    const script = known ?? document.createElement("script");
    if (ready) script.addEventListener("load", ready);
    if (known) return;
    loaded.set(address, script);
    script.async = true;
    script.src = address;
    document.head.append(script);
  };
  const queue = (name, taker, list, more) => {
    if (window[name]) return window[name];
    const calls = function () {
      if (calls[taker]) calls[taker].apply(calls, arguments);
      else calls[list].push(arguments);
    };
    return (window[name] = Object.assign(calls, { [list]: [] }, more));
  };
  const gtag = function () {
    (window.dataLayer ??= []).push(arguments);
  };
`;

/** gtag.js, which Analytics and Ads share. */
function googleTag(id: string): Script {
  return js`
    load("https://www.googletagmanager.com/gtag/js?id=" + encodeURIComponent(${id}));
    gtag("js", new Date());
    gtag("config", ${id});
  `;
}

/** Advertiser and pixel, which their owners write in one tag. */
function parted(tag: string): readonly [first: string, second: string] {
  const [first = "", second = ""] = tag.split(/[/:]/u);
  return [first, second];
}

export const pixelSnippets: Readonly<Record<PixelPlatform, PixelSnippet>> = {
  tagmanagerpixel: {
    platform: "Google Tag Manager",
    script: (tag) => js`
      (window.dataLayer ??= []).push({ "gtm.start": Date.now(), event: "gtm.js" });
      load("https://www.googletagmanager.com/gtm.js?id=" + encodeURIComponent(${tag}));
    `,
    withoutScript: (tag) => ({ frame: `https://www.googletagmanager.com/ns.html?id=${tag}` }),
  },
  analyticspixel: {
    platform: "Google Analytics 4",
    script: googleTag,
  },
  socialnetpixel: {
    platform: "Meta",
    script: (tag) => js`
      const fbq = queue("fbq", "callMethod", "queue", { loaded: true, version: "2.0" });
      window._fbq ??= fbq;
      fbq.push ??= fbq;
      load("https://connect.facebook.net/en_US/fbevents.js");
      fbq("init", ${tag});
      fbq("trackSingle", ${tag}, "PageView");
    `,
    withoutScript: (tag) => ({
      image: `https://www.facebook.com/tr?id=${tag}&ev=PageView&noscript=1`,
    }),
  },
  adsplatformpixel: {
    platform: "Google Ads",
    // "AW-123/label" names a conversion of the account "AW-123"; the "AW-" is often left out.
    script(tag) {
      const whole = /^\d/u.test(tag) ? `AW-${tag}` : tag;
      const [account = whole] = whole.split("/");
      return js`
        ${googleTag(account)}
        if (${whole !== account}) gtag("event", "conversion", { send_to: ${whole} });
      `;
    },
  },
  professionalnetpixel: {
    platform: "LinkedIn Insight",
    script: (tag) => js`
      window._linkedin_partner_id = ${tag};
      (window._linkedin_data_partner_ids ??= []).push(${tag});
      queue("lintrk", "track", "q").q ??= [];
      load("https://snap.licdn.com/li.lms-analytics/insight.min.js");
    `,
    withoutScript: (tag) => ({ image: `https://px.ads.linkedin.com/collect/?pid=${tag}&fmt=gif` }),
  },
  microblogpixel: {
    platform: "X",
    script: (tag) => js`
      queue("twq", "exe", "queue", { version: "1.1" })("config", ${tag});
      load("https://static.ads-twitter.com/uwt.js");
    `,
  },
  retargetingpixel: {
    platform: "AdRoll",
    script(tag) {
      const [advertiser, pixel] = parted(tag);
      return js`
        window.adroll_adv_id = ${advertiser};
        window.adroll_pix_id = ${pixel};
        window.adroll_version = "2.0";
        window.__adroll_loaded = true;
        window.adroll ??= [];
        for (const name of (window.adroll.f = ["setProperties", "identify", "track"])) {
          window.adroll[name] ??= (...values) => window.adroll.push([name, values]);
        }
        load("https://s.adroll.com/j/" + encodeURIComponent(${advertiser}) + "/roundtrip.js");
        window.adroll.track("pageView");
      `;
    },
  },
  qapixel: {
    platform: "Quora",
    script: (tag) => js`
      const qp = queue("qp", "qp", "queue");
      load("https://a.quora.com/qevents.js");
      qp("init", ${tag});
      qp("track", "ViewContent");
    `,
    withoutScript: (tag) => ({
      image: `https://q.quora.com/_/ad/${tag}/pixel?tag=ViewContent&noscript=1`,
    }),
  },
  imageboardpixel: {
    platform: "Pinterest",
    script: (tag) => js`
      window.pintrk ??= Object.assign((...values) => window.pintrk.queue.push(values), {
        queue: [],
        version: "3.0",
      });
      load("https://s.pinimg.com/ct/core.js");
      window.pintrk("load", ${tag});
      window.pintrk("page");
    `,
    withoutScript: (tag) => ({
      image: `https://ct.pinterest.com/v3/?event=init&tid=${tag}&noscript=1`,
    }),
  },
  searchenginepixel: {
    platform: "Microsoft Advertising (Bing UET)",
    // Each tag has a queue of its own, which the loader's object takes the place of.
    script: (tag) => js`
      const name = window.uetq ? "uetq_" + ${tag} : "uetq";
      window[name] ??= [];
      load("https://bat.bing.com/bat.js", () => {
        if (!window.UET) return;
        window[name] = new UET({ ti: ${tag}, enableAutoSpaTracking: true, q: window[name] });
        window[name].push("pageLoad");
      });
    `,
  },
  messagingpixel: {
    platform: "Snapchat",
    script: (tag) => js`
      const snaptr = queue("snaptr", "handleRequest", "queue");
      load("https://sc-static.net/scevent.min.js");
      snaptr("init", ${tag});
      snaptr("track", "PAGE_VIEW");
    `,
  },
  forumpixel: {
    platform: "Reddit",
    script: (tag) => js`
      const rdt = queue("rdt", "sendEvent", "callQueue");
      load("https://www.redditstatic.com/ads/pixel.js");
      rdt("init", ${tag});
      rdt("track", "PageVisit");
    `,
  },
  shortvideopixel: {
    platform: "TikTok",
    script: (tag) => js`
      window.TiktokAnalyticsObject = "ttq";
      const ttq = (window.ttq ??= []);
      ttq.methods = ["page", "track", "identify", "instances", "debug", "on", "off", "once",
        "ready", "alias", "group", "enableCookie", "disableCookie", "holdConsent",
        "revokeConsent", "grantConsent"];
      ttq.setAndDefer = (to, name) => {
        to[name] = (...values) => to.push([name, ...values]);
      };
      for (const name of ttq.methods) ttq.setAndDefer(ttq, name);
      ttq.instance = (id) => {
        const one = (ttq._i ?? {})[id] ?? [];
        for (const name of ttq.methods) ttq.setAndDefer(one, name);
        return one;
      };
      const address = "https://analytics.tiktok.com/i18n/pixel/events.js";
      (ttq._i ??= {})[${tag}] = Object.assign([], { _u: address });
      (ttq._t ??= {})[${tag}] = Date.now();
      (ttq._o ??= {})[${tag}] = {};
      load(address + "?sdkid=" + encodeURIComponent(${tag}) + "&lib=ttq");
      ttq.page();
    `,
  },
};

/** False: not one of the platforms; the document may have been edited by hand. */
export function isPixelPlatform(type: string): type is PixelPlatform {
  return Object.hasOwn(pixelSnippets, type);
}
