/** What browsers say they are, for every test that comes as one. */

const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

/** What stands at the end of Chrome's, on a desktop. */
function chromeOn(system: string, more = ""): string {
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0${more} Safari/537.36`;
}

function firefoxOn(system: string): string {
  return `Mozilla/5.0 (${system}; rv:140.0) Gecko/20100101 Firefox/140.0`;
}

export const chrome = chromeOn("X11; Linux x86_64");
export const headlessChrome = chrome.replace("Chrome", "HeadlessChrome");
export const chromeOnWindows = chromeOn("Windows NT 10.0; Win64; x64");
export const chromeOnMac = chromeOn("Macintosh; Intel Mac OS X 10_15_7");
export const chromebook = chromeOn("X11; CrOS x86_64 14541.0.0");
export const androidPhone = chromeOn("Linux; Android 10; K", " Mobile");
export const androidTablet = chromeOn("Linux; Android 13; SM-X906C");
export const androidTelevision = chromeOn("Linux; Android 12; BRAVIA 4K");
export const edge = `${chromeOnWindows} Edg/140.0.0.0`;

export const firefox = firefoxOn("X11; Linux x86_64");
export const firefoxOnUbuntu = firefoxOn("X11; Ubuntu; Linux x86_64");
export const firefoxOnBsd = firefoxOn("X11; FreeBSD amd64");
export const firefoxOnWindows = firefoxOn("Windows NT 10.0; Win64; x64");

/** The part that apps' own browsers share with Safari. */
const onIphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit}`;
const onMac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit}`;

export const iphone = `${onIphone} Version/18.5 Mobile/15E148 Safari/604.1`;
export const ipad = `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${webKit} Version/18.5 Mobile/15E148 Safari/604.1`;
export const mac = `${onMac} Version/18.5 Safari/605.1.15`;
export const ipadChromeAsMac = `${onMac} CriOS/140 Version/18.5 Safari/605.1.15`;
export const ipadViewAsMac = `${onMac} Mobile/15E148`;

/** Browsers inside apps: the app's name follows. */
export const iphoneView = `${onIphone} Mobile/15E148`;
export const androidView =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36";
