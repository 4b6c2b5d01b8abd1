import { expect, test } from "vitest";
import { createReferrers } from "../../../src/server/visitor/referrers.ts";

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

test.each(["", "nonsense", "javascript:alert(1)", "about:blank", "file:///etc/passwd", "https://"])(
  "%j comes from nowhere",
  (header) => {
    expect(read(header)).toEqual({ host: undefined, social: undefined });
  },
);
