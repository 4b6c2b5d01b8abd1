import { reservedAliases } from "./reservedAliases.ts";

/**
 * What each field is for, in the words of the OpenAPI document. Kept apart from the schemas: who
 * only asks the service carries none of it. A key is a field, or one of a resource or of another
 * field (`overlay.link`, `geotarget.link`), which goes before; bounds stand in the schemas.
 */
type Meanings = Readonly<Record<string, string>>;

const aliasRule = `3 to 100 letters and digits of any script, - and _; not one of ${reservedAliases.join(", ")}, nor the first part of the service's own path`;

/** Of what callers send. */
const sentMeanings: Meanings = {
  clear: "Names of fields to empty; done before the given ones are set",
  expect:
    "Fields and values as they were read: where one is another by now, nothing is changed (409)",
  domain: "A registered domain, with or without scheme; the service's own address when not given",
  status: "public or private; private when not given",

  by: "How long a step is",

  "account.email": "Where its owner can be reached",
  "account.password": "A password for the account; it is never answered",
  "account.username": `In the addresses of campaigns' lists; old ones go on working. ${aliasRule}`,

  "domain.domain": "Scheme, host and port of a domain that leads to this service already",
  "domain.redirectroot": "Where a visit to the bare domain goes",
  "domain.redirect404": "Where a visit to an unknown alias goes",

  "url.url": "Where the link leads",
  "url.custom": `The alias, the last part of the short address; random when not given. ${aliasRule}`,
  "url.type":
    "How a visitor gets there: direct, frame, splash, overlay-<id>, or the id of a splash page or an overlay; direct when not given",
  "url.password": "What visitors are asked for; it is never answered",
  "url.expiry": "From when on the link leads nowhere",
  "url.geotarget": "Other addresses by the visitor's country; the first that fits",
  "geotarget.location":
    "A country: its English name, a usual alias such as USA, or ISO 3166 alpha-2",
  "geotarget.link": "Where visitors from there are led",
  "url.devicetarget": "Other addresses by the visitor's device; the first that fits",
  "devicetarget.device": "A device, or a group of them: mobile, tablet, desktop",
  "devicetarget.link": "Where visitors with it are led",
  "url.languagetarget": "Other addresses by the visitor's language; the first that fits",
  "languagetarget.language": "A BCP 47 code such as en or pt-BR; en fits en-GB too",
  "languagetarget.link": "Where visitors who read it are led",
  "url.name": "What you call it; visitors never see it",
  "url.metatitle": "Title for link previews and the link's own pages",
  "url.metadescription": "Description for link previews",
  "url.metaimage": "Picture for link previews, a png or jpg",
  "url.description": "A note or description",
  "url.pixels": "Ids of the tracking pixels that fire at a visit",
  "url.channel": "Id of a channel that the link is put into, besides those it is in",
  "url.campaign": "Id of the campaign that the link is moved into",
  "url.deeplink": "Addresses that open an app or its store on phones and tablets",
  "deeplink.apple": "Address in the App Store",
  "deeplink.google": "Address in Google Play",
  "deeplink.ios": "The same as apple",
  "deeplink.android": "The same as google",
  "deeplink.auto": "Whether it opens at once, without a button",
  "url.status":
    "public shows everybody the statistics, at the short address and /stats; private when not given",
  "url.parameters": "Appended to the address as its query",
  "parameters.name": "The parameter's name; an entry without one is ignored",
  "parameters.value": "The parameter's value; empty when not given",

  "url.tags":
    "Words that links are gathered under, at most 20; the whole list is sent, and a word that differs only in case from one in use takes its spelling",
  "url.archived": "Whether it is left out of the list of links; it leads on",
  "url.source": "Where it was before it came here",
  "source.service": "The service, in a word",
  "source.id": "What it was called there",
  "url.earlierclicks": "Clicks that were counted before it came here; never part of clicks",

  "campaign.name": "What you call it, unlike any other campaign; made up when not given",
  "campaign.slug": `The last part of the rotator's address; random when not given. ${aliasRule}`,
  "campaign.public": "Whether visitors reach its rotator and its list; false when not given",

  "channel.name": "What you call it, unlike any other channel",
  "channel.description": "What is in it",
  "channel.color": "Its colour in lists; one of a palette when not given",
  "channel.starred": "Whether it has a star; false when not given",

  "pixel.type": "Whose pixel it is; the platforms' own names are taken too",
  "pixel.name": "What you call it",
  "pixel.tag": "The identifier that the platform gave you",

  "overlay.type": "message shows a text, contact a form",
  "overlay.name": "What you call it",
  "overlay.message": "The text on it",
  "overlay.label": "A heading above the text",
  "overlay.button": "The words on its button",
  "overlay.link": "Where the button of a message leads",
  "overlay.position": "Where on the page it stands; bottom when not given",
  "overlay.background": "The colour behind its text",
  "overlay.foreground": "The colour of its text",
  "overlay.fields": "What its form asks for",
  "overlay.thanks": "What a visitor reads who has sent the form",
  "overlay.ids": "Ids of answers to its form",
  "overlay.read": "false marks them as unread; true when not given",

  "splash.name": "What you call it",
  "splash.title": "The heading of the page",
  "splash.message": "The text of the page",
  "splash.banner": "Address of a wide picture",
  "splash.logo": "Address of a small picture",
  "splash.link": "Where its picture leads",
  "splash.delay": "Seconds until the page goes on; 5 when not given",

  "qr.type": "What kind of thing the code says",
  "qr.data":
    "What it says: a text; for email, sms, wifi and vcard also an object, such as {ssid, pass, encryption}. At most 2,953 bytes, fewer with a logo",
  "qr.background": "The colour behind the code; rgb(255,255,255) when not given",
  "qr.foreground": "The colour of the code; rgb(0,0,0) when not given",
  "qr.logo":
    "A png or jpg for its middle: an address, which is fetched once, or a path in the data folder's uploads",
  "qr.name": "What you call it; made of what it says when not given",
  "qr.dynamic":
    "Whether a scan leads through the service, which counts it; codes of type link always do",

  "bio.name": "The heading of the page",
  "bio.custom": `The alias, the last part of its address; random when not given. ${aliasRule}`,
  "bio.description": "The text of the page",
  "bio.avatar": "Address of a picture",
  "bio.links": "The links on the page, in this order",
  "links.title": "The words of the link",
  "links.url": "Where it leads",
  "bio.status": "private keeps the page out of search engines; private when not given",

  "view.name": "What you call it; one of that kind and name is replaced",
  "view.kind":
    "links: filters of the list; mapping: columns of an imported file; links when not given",
  "view.query": "The parameters of the list by name, or fields by column",
};

/** Of what the service answers, where that is something else. */
const answeredMeanings: Meanings = {
  "answer.error": '0: done. Lists answer the text "0"',
  "answer.message": "What was done, in a sentence",
  "answer.warnings":
    "Sentences about keys of the body that were ignored; only there when there is one",
  id: "Its id: a positive integer that is never given twice",
  date: "When it was made, on the account's clocks",
  data: "The page that was asked for",
  details: "All about it",
  result: "How many there are over all pages",
  perpage: "How many a page has at most",
  currentpage: "The page that was asked for, from 1",
  nextpage: "The page after this one; the last page's is itself",
  maxpage: "The last page; 1 where there are none",
  domain: "The base of its addresses, with scheme, without a slash at the end",
  channel: "Ids of the channels that it is in",
  shorturl: "Its short address",
  clicks: "How often it was followed by people; bots and previews are not counted",
  uniqueClicks: "By how many visitors; exact up to 1,000, above that an estimate (1.6 %)",
  topCountries: "Clicks by country, at most 10, most first",
  topReferrers: "Clicks by the host that visitors came from, at most 10, most first",
  topBrowsers: "Clicks by browser, at most 10, most first",
  topOs: "Clicks by operating system, at most 10, most first",
  socialCount: "Clicks by social platform that visitors came from, zeros included",
  urls: "The short links of this page",
  domains: "The domains of this page",
  campaigns: "The campaigns of this page",
  channels: "The channels of this page",
  items: "The links, bio pages and QR codes of this page",
  pixels: "The tracking pixels of this page",
  cta: "The overlays of this page",
  splash: "The splash pages of this page",
  qrs: "The QR codes of this page",
  bios: "The bio pages of this page",
  answers: "The answers of this page, newest first",
  views: "The views of this page",

  "failure.error": "1: nothing was done",
  "failure.message": "What is wrong, in a sentence that names every field at fault",
  "failure.faults": "The same field by field; only there where fields are at fault",
  "failure.reason": "How it came about and what helps, where the message doesn't say",
  "faults.field":
    "The field as the request names it, such as geotarget[0].link; empty: no single one",
  "faults.code": "The kind of fault",
  "faults.message": "Completes a sentence that begins with the field",
  "faults.least": "The least length, where it is too short",
  "faults.most": "The greatest length, where it is too long",
  "faults.present": "Where it has changed meanwhile: what it is now",

  "account.data": "The account",
  "account.id": "Always 1: there is one account",
  "account.email": "Where its owner can be reached; username@localhost until it is changed",
  "account.username": "In the addresses of campaigns' lists; owner until it is changed",
  "account.avatar": "Address of a picture that the service draws",
  "account.status": "The plan; an account of one's own computer is pro",
  "account.expires": "When the API key stops working",
  "account.registered": "When the account was made",

  "domain.domain": "Scheme, host and port, without a slash at the end",
  "domain.redirectroot": "Where a visit to the bare domain goes; empty: nowhere",
  "domain.redirect404": "Where a visit to an unknown alias goes; empty: nowhere",

  "url.data": "Its statistics; of a list, the page that was asked for",
  "url.channel": "Ids of the channels that it is in",
  "url.alias": "The last part of its short address",
  "url.short": "Its short address",
  "url.longurl": "Where it leads, as it was sent",
  "url.title": "name, else metatitle, else the title of the page it leads to; empty: none of them",
  "url.uniqueclicks": "By how many visitors",
  "url.password": "Whether it asks for a password",
  "url.expiry": "When it stops working, on the account's clocks; null: never",
  "url.type": "direct, frame, splash, the id of a splash page, or overlay-<id>",
  "url.status": "Whether everybody sees its statistics",
  "url.campaign": "Id of the campaign that it is in; null: none",
  "url.tags": "Words that links are gathered under",
  "url.archived": "Whether it is left out of the list of links",
  "url.source": "Where it was before it came here; null: it was made here",
  "url.lastclick": "When somebody followed it last, on the account's clocks; null: never",
  "url.location": "Other addresses by the English name of a country, in lower case",
  "url.device": "Other addresses by device",
  "url.language": "Other addresses by language",
  "url.botClicks": "How often bots and fetchers of previews came",
  "url.topBots": "The bots by name, at most 10, most first",
  "url.topLanguages": "Clicks by the visitor's first language, at most 10, most first",
  "url.by": "How long a step is",
  "url.history": "The steps, oldest first, those without clicks too",
  "history.date": "When the step begins, on the account's clocks",
  "history.clicks": "How often it was followed in that step",

  "campaign.domain": "The campaign's name",
  "campaign.name": "What it is called",
  "campaign.slug": "The last part of the rotator's address",
  "campaign.public": "Whether visitors reach its rotator and its list",
  "campaign.rotator":
    "The address that leads to one of its links by chance; false while it isn't public",
  "campaign.list": "Address of the page with its links",
  "campaign.links": "How many links are in it",

  "channel.description": "What is in it; empty: not said",
  "channel.color": "Its colour, #RRGGBB in upper case",
  "channel.starred": "Whether it has a star",
  "channelItem.type": "Whether it is a link, a bio page or a QR code",
  "channelItem.title": "Its name or title",
  "channelItem.preview": "Address of a picture of it, or its own",
  "channelItem.link": "Where it leads, or its own address",
  "channelItem.date": "The day it was made on, YYYY-MM-DD in the account's time zone",

  "pixel.type": "Whose pixel it is",
  "pixel.links": "How many links used it",

  "overlay.links": "How many links used it; they are direct now",
  "overlay.position": "Where on the page it stands",
  "answers.link": "Id of the link that showed the form",
  "answers.shorturl": "That link's short address; empty: it is gone",
  "answers.name": "The visitor's name; empty: not asked for",
  "answers.email": "The visitor's e-mail address; empty: not asked for",
  "answers.phone": "The visitor's telephone number; empty: not asked for",
  "answers.message": "What the visitor wrote; empty: not asked for",
  "answers.read": "Whether its owner has read it",
  "overlay.answers": "How many answers it was, or the answers of this page",

  "splash.links": "How many links used it; they are direct now",
  "splash.delay": "Seconds until the page goes on",

  "qr.data": "What it says, as it was sent; beside details, its statistics; of a list, the page",
  "qr.link": "Address of its picture",
  "qr.scans": "How often it was scanned",
  "qr.name": "What it is called",
  "qr.background": "The colour behind the code",
  "qr.foreground": "The colour of the code",
  "qr.logo": "The picture in its middle as it was sent; empty: none",
  "qr.dynamic": "Whether a scan leads through the service, which counts it",
  "qr.payload": "What a scan of the picture reads",

  "bio.alias": "The last part of its address",
  "bio.shorturl": "Its address",
  "bio.status": "Whether search engines may list it",

  "views.name": "What it is called",
  "views.kind": "links: filters of the list; mapping: columns of an imported file",

  "openapi.openapi": "The version of OpenAPI",
  "openapi.info": "What the service is",
  "openapi.paths": "Every request and its answers",
  "info.title": "The service's name",
  "info.version": "The version of the contract",
};

/** Where a field stands. */
export interface Place {
  /** `url`, `qr`, `failure`; of an operation, the first segment of its path. */
  readonly resource: string;
  /** The field that it is inside of; `answer` at the top of one. */
  readonly within: string | undefined;
}

/** What a field means that is sent, or answered. */
export function meaningOf(
  field: string,
  { resource, within }: Place,
  io: "sent" | "answered",
): string | undefined {
  const tables = io === "sent" ? [sentMeanings] : [answeredMeanings, sentMeanings];
  const keys = [...(within === undefined ? [] : [`${within}.${field}`]), `${resource}.${field}`];
  const own = keys.flatMap((key) => tables.map((table) => table[key]));
  return [...own, ...tables.map((table) => table[field])].find((meaning) => meaning !== undefined);
}
