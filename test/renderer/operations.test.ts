import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type OperationName, operations } from "../../src/contract/operations.ts";

/** A room of the window, and where in it. */
type Place = readonly [room: string, control: string];

/** Where the window does what another operation answers just so. */
interface Same {
  readonly as: OperationName;
  readonly why: string;
}

/** Each operation of the contract, and where a person finds it in the window. */
const places: Readonly<Record<OperationName, Place | Same>> = {
  getAccount: ["features/settings", "You"],
  postAccount: { as: "getAccount", why: "the contract has the same question twice" },
  updateAccount: ["features/settings", "You"],

  getService: [
    "app/client",
    "Home: today, doors, warnings; every screen: whether the service answers",
  ],
  getKey: ["features/home", "Home: for your scripts; Settings, Key and scripts"],
  renewKey: ["features/settings", "Key and scripts: renew"],
  forgetVisitors: ["features/settings", "Privacy: forget visitors"],
  getOpenApi: ["features/reference", "API"],
  listSettings: ["features/settings", "every section"],
  updateSettings: ["features/settings", "every section"],
  getReach: ["features/settings", "Public address; the line at the foot of the navigation"],
  checkReach: ["features/settings", "Public address: check now; Home: doors"],
  getPublicAddress: ["features/publicAddress", "every step of Go public"],
  openPublicDoor: ["features/publicAddress", "Start: the public door"],
  closePublicDoor: ["features/publicAddress", "In use: close it again"],
  goDark: ["features/publicAddress", "the switch beside every step"],
  previewPublicAddress: ["features/publicAddress", "Use: what was given out"],
  usePublicAddress: ["features/publicAddress", "Use: switch; back to this computer’s address"],
  provePublicAddress: ["features/publicAddress", "Prove; In use: prove again"],
  listTunnelPrograms: ["features/publicAddress", "Way: what is on this computer"],
  getTunnel: ["features/publicAddress", "every step of Go public"],
  getTunnelLog: ["features/publicAddress", "Start, In use: what the program says"],
  setTunnel: ["features/publicAddress", "Way"],
  startTunnel: ["features/publicAddress", "Start"],
  restartTunnel: ["features/publicAddress", "Start, In use: restart"],
  stopTunnel: ["features/publicAddress", "Start, In use: stop"],
  getEdge: ["features/edge", "Reach: how far the mirror is"],
  setUpEdge: ["features/edge", "Reach: set up; renew"],
  pushEdge: ["features/edge", "Reach: push now"],
  drainEdge: ["features/edge", "Reach: fetch clicks now"],
  checkEdge: ["features/edge", "Reach: compare now"],
  removeEdge: ["features/edge", "Reach: remove"],
  takeOverEdge: ["features/edge", "Reach: take over"],
  getEdgeScript: ["features/edge", "Reach: the Worker's file, to paste it by hand"],
  listEdgeLinks: ["features/edge", "Reach: links by where they stand; a link's page"],
  listEdgeAtHome: [
    "features/edge",
    "Reach: campaigns and pictures at home only; a campaign's page",
  ],
  getDataFolder: ["features/settings", "Data: what takes room"],

  listLinks: ["app/client", "Links; Home: last links"],
  getLink: ["app/client", "a link's page"],
  addLink: ["features/links/editor", "New link (C); Home's field; palette"],
  updateLink: ["features/links/editor", "Edit (E)"],
  deleteLink: ["features/links", "Delete on a row and on a link's page"],
  restoreLink: { as: "restoreFromTrash", why: "the trash brings back records of every kind" },
  checkAlias: ["features/links/editor", "Address: free, taken, used before"],
  tryLink: ["features/tryLink", "Try as a visitor, on a link's page"],
  getHistory: { as: "getStatistics", why: "which knows ranges, filters and visitors as well" },

  getStatistics: ["features/statistics", "Statistics; a link's page"],
  cancelStatistics: ["features/statistics", "Cancel, while lines are read"],
  getLastClicks: ["features/statistics", "Live: last ten"],
  getMovers: ["features/statistics", "what rises, what is quiet"],
  exportStatistics: ["features/statistics", "CSV beside each chart and list"],
  getSparklines: ["features/links", "the line in the Clicks column"],

  listTags: ["features/tags", "Tags; wherever a link is tagged"],
  updateTag: ["features/tags", "rename, join"],
  deleteTag: ["features/tags", "Delete"],
  listViews: ["features/links", "views over a list"],
  addView: ["features/links", "keep as a view"],
  deleteView: ["features/links", "give a view up"],

  listCampaigns: ["features/campaigns", "Campaigns"],
  getCampaign: ["features/campaigns", "a campaign's editor"],
  addCampaign: ["features/campaigns", "New campaign"],
  updateCampaign: ["features/campaigns", "a campaign's editor"],
  deleteCampaign: ["features/campaigns", "Delete"],
  listCampaignLinks: ["features/campaigns", "its links, in order"],
  orderCampaignLinks: ["features/campaigns", "its links, in order: drag, Move up, Move down"],
  assignCampaignLink: ["features/campaigns", "its links: add one"],
  unassignCampaignLink: ["features/campaigns", "its links: take one out"],

  listChannels: ["features/channels", "Channels"],
  getChannel: ["features/channels", "a channel's editor"],
  addChannel: ["features/channels", "New channel"],
  updateChannel: ["features/channels", "a channel's editor; the star in the list"],
  deleteChannel: ["features/channels", "Delete"],
  listChannelItems: ["features/channels", "what is in it"],
  assignChannelItem: ["features/channels", "what is in it: add one"],
  unassignChannelItem: ["features/channels", "what is in it: take one out"],

  listBioPages: ["features/bioPages", "Bio pages"],
  getBioPage: ["features/bioPages", "a bio page's editor"],
  addBioPage: ["features/bioPages", "New bio page"],
  updateBioPage: ["features/bioPages", "a bio page's editor"],
  deleteBioPage: ["features/bioPages", "Delete"],

  listSplashPages: ["features/splashPages", "Splash pages"],
  getSplashPage: ["features/splashPages", "a splash page's editor"],
  addSplashPage: ["features/splashPages", "New splash page"],
  updateSplashPage: ["features/splashPages", "a splash page's editor"],
  deleteSplashPage: ["features/splashPages", "Delete"],

  listOverlays: ["features/overlays", "Banners and forms"],
  getOverlay: ["features/overlays", "an editor of one"],
  addOverlay: ["features/overlays", "New banner or form"],
  updateOverlay: ["features/overlays", "an editor of one"],
  deleteOverlay: ["features/overlays", "Delete"],
  listInbox: ["features/inbox", "Inbox"],
  exportInbox: ["features/inbox", "Inbox: CSV"],
  readInbox: ["features/inbox", "Inbox: read, unread"],
  deleteInbox: ["features/inbox", "Inbox: delete many"],
  listContactAnswers: {
    as: "listInbox",
    why: "the inbox has the answers of all forms, and of one",
  },
  readContactAnswers: { as: "readInbox", why: "the inbox marks those of any form" },
  deleteContactAnswers: { as: "deleteInbox", why: "the inbox deletes those of any form" },
  deleteContactAnswer: { as: "deleteInbox", why: "of one, too" },

  listPixels: ["features/pixels", "Pixels"],
  getPixel: ["features/pixels", "a pixel's editor"],
  addPixel: ["features/pixels", "New pixel"],
  updatePixel: ["features/pixels", "a pixel's editor"],
  deletePixel: ["features/pixels", "Delete"],

  listDomains: ["features/domains", "Domains"],
  getDomain: ["features/domains", "a domain's editor"],
  addDomain: ["features/domains", "New domain"],
  updateDomain: ["features/domains", "a domain's editor"],
  checkDomain: ["features/domains", "Check"],
  deleteDomain: ["features/domains", "Delete"],

  listQrCodes: ["features/qrCodes", "QR codes"],
  getQrCode: ["features/qrCodes", "the studio"],
  addQrCode: ["features/qrCodes", "the studio; downloading a link's code"],
  updateQrCode: ["features/qrCodes", "the studio"],
  deleteQrCode: ["features/qrCodes", "Delete"],
  previewQrCode: ["features/qrCodes", "the studio's picture and verdict"],
  getQrPicture: ["features/qrCodes", "PNG, SVG"],
  exportQrCodes: ["features/qrCodes", "export of many"],
  keepLogo: ["features/qrCodes", "the studio: logo"],

  makePreview: ["features/preview", "what visitors get, beside every editor"],

  bulkChange: ["ui/list", "the bar over a selection"],
  listChanges: ["features/changes", "History"],
  getChange: ["features/changes", "a change"],
  undoChange: ["features/changes", "Undo, in History and in every message"],
  listTrash: ["features/changes", "Trash"],
  restoreFromTrash: ["features/changes", "Trash: bring back"],
  listJobs: ["features/jobs", "work under way, at the foot of the navigation"],
  getJob: ["features/jobs", "progress"],
  cancelJob: ["features/jobs", "Cancel"],

  startImport: ["features/exchange", "Import"],
  previewImport: ["features/exchange", "Import: what it brings"],
  applyImport: ["features/exchange", "Import: bring in"],
  importFailures: ["features/exchange", "Import: save what did not come"],
  exportFile: ["features/exchange", "Export"],
  tellExport: ["features/exchange", "Export: what stays behind"],
  exportEverything: ["features/exchange", "Export: everything"],
  listBackups: ["features/exchange", "Backups"],
  makeBackup: ["features/exchange", "Backups: back up now"],
  getBackup: ["features/exchange", "Backups: check"],
  restoreBackup: ["features/exchange", "Backups: restore"],
  restoreFile: ["features/exchange", "Backups: restore from a file"],
};

const renderer = fileURLToPath(new URL("../../src/renderer/", import.meta.url));

/** Whether a room's own code asks for an operation, by its name or by its row. */
function isAskedIn(room: string, name: OperationName): boolean {
  const asked = new RegExp(`"${name}"|[oO]perations\\.${name}\\b`);
  return filesOf(join(renderer, room)).some((text) => asked.test(text));
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8"));
}

const names = Object.keys(operations) as OperationName[];

/** The operation that the window asks in its stead, where it asks another. */
function askedFor(name: OperationName): [OperationName, Place] {
  const place = places[name];
  if (!("as" in place)) return [name, place];
  const other = places[place.as];
  if ("as" in other) throw new Error(`${place.as} is itself asked as another.`);
  return [place.as, other];
}

test.each(names)("%s is in the window", (name) => {
  const [asked, [room]] = askedFor(name);
  expect([room, isAskedIn(room, asked)]).toEqual([room, true]);
});
