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
  getAccount: ["settings", "You"],
  postAccount: { as: "getAccount", why: "the contract has the same question twice" },
  updateAccount: ["settings", "You"],

  getService: ["", "Home: today, doors, warnings; every screen: whether the service answers"],
  getKey: ["home", "Home: for your scripts; Settings, Key and scripts"],
  renewKey: ["settings", "Key and scripts: renew"],
  forgetVisitors: ["settings", "Privacy: forget visitors"],
  getOpenApi: ["reference", "API"],
  listSettings: ["settings", "every section"],
  updateSettings: ["settings", "every section"],
  getReach: ["settings", "Public address; the line at the foot of the navigation"],
  checkReach: ["settings", "Public address: check now; Home: doors"],
  getPublicAddress: ["publicAddress", "every step of Go public"],
  openPublicDoor: ["publicAddress", "Start: the public door"],
  closePublicDoor: ["publicAddress", "In use: close it again"],
  goDark: ["publicAddress", "the switch beside every step"],
  previewPublicAddress: ["publicAddress", "Use: what was given out"],
  usePublicAddress: ["publicAddress", "Use: switch; back to this computer’s address"],
  provePublicAddress: ["publicAddress", "Prove; In use: prove again"],
  listTunnelPrograms: ["publicAddress", "Way: what is on this computer"],
  getTunnel: ["publicAddress", "every step of Go public"],
  getTunnelLog: ["publicAddress", "Start, In use: what the program says"],
  setTunnel: ["publicAddress", "Way"],
  startTunnel: ["publicAddress", "Start"],
  restartTunnel: ["publicAddress", "Start, In use: restart"],
  stopTunnel: ["publicAddress", "Start, In use: stop"],
  getEdge: ["edge", "Reach: how far the mirror is"],
  setUpEdge: ["edge", "Reach: set up; renew"],
  pushEdge: ["edge", "Reach: push now"],
  drainEdge: ["edge", "Reach: fetch clicks now"],
  checkEdge: ["edge", "Reach: compare now"],
  removeEdge: ["edge", "Reach: remove"],
  takeOverEdge: ["edge", "Reach: take over"],
  getEdgeScript: ["edge", "Reach: the Worker's file, to paste it by hand"],
  listEdgeLinks: ["edge", "Reach: links by where they stand; a link's page"],
  listEdgeAtHome: ["edge", "Reach: campaigns and pictures at home only; a campaign's page"],
  getDataFolder: ["settings", "Data: what takes room"],

  listLinks: ["", "Links; Home: last links"],
  getLink: ["", "a link's page"],
  addLink: ["linkEditor", "New link (C); Home's field; palette"],
  updateLink: ["linkEditor", "Edit (E)"],
  deleteLink: ["links", "Delete on a row and on a link's page"],
  restoreLink: { as: "restoreFromTrash", why: "the trash brings back records of every kind" },
  checkAlias: ["linkEditor", "Address: free, taken, used before"],
  tryLink: ["tryVisit", "Try as a visitor, on a link's page"],
  getHistory: { as: "getStatistics", why: "which knows ranges, filters and visitors as well" },

  getStatistics: ["statistics", "Statistics; a link's page"],
  cancelStatistics: ["statistics", "Cancel, while lines are read"],
  getLastClicks: ["statistics", "Live: last ten"],
  getMovers: ["statistics", "what rises, what is quiet"],
  exportStatistics: ["statistics", "CSV beside each chart and list"],
  getSparklines: ["links", "the line in the Clicks column"],

  listTags: ["tags", "Tags; wherever a link is tagged"],
  updateTag: ["tags", "rename, join"],
  deleteTag: ["tags", "Delete"],
  listViews: ["links", "views over a list"],
  addView: ["links", "keep as a view"],
  deleteView: ["links", "give a view up"],

  listCampaigns: ["campaigns", "Campaigns"],
  getCampaign: ["campaigns", "a campaign's editor"],
  addCampaign: ["campaigns", "New campaign"],
  updateCampaign: ["campaigns", "a campaign's editor"],
  deleteCampaign: ["campaigns", "Delete"],
  listCampaignLinks: ["campaigns", "its links, in order"],
  orderCampaignLinks: ["campaigns", "its links, in order: drag, Move up, Move down"],
  assignCampaignLink: ["campaigns", "its links: add one"],
  unassignCampaignLink: ["campaigns", "its links: take one out"],

  listChannels: ["channels", "Channels"],
  getChannel: ["channels", "a channel's editor"],
  addChannel: ["channels", "New channel"],
  updateChannel: ["channels", "a channel's editor; the star in the list"],
  deleteChannel: ["channels", "Delete"],
  listChannelItems: ["channels", "what is in it"],
  assignChannelItem: ["channels", "what is in it: add one"],
  unassignChannelItem: ["channels", "what is in it: take one out"],

  listBioPages: ["bio", "Bio pages"],
  getBioPage: ["bio", "a bio page's editor"],
  addBioPage: ["bio", "New bio page"],
  updateBioPage: ["bio", "a bio page's editor"],
  deleteBioPage: ["bio", "Delete"],

  listSplashPages: ["splash", "Splash pages"],
  getSplashPage: ["splash", "a splash page's editor"],
  addSplashPage: ["splash", "New splash page"],
  updateSplashPage: ["splash", "a splash page's editor"],
  deleteSplashPage: ["splash", "Delete"],

  listOverlays: ["overlays", "Banners and forms"],
  getOverlay: ["overlays", "an editor of one"],
  addOverlay: ["overlays", "New banner or form"],
  updateOverlay: ["overlays", "an editor of one"],
  deleteOverlay: ["overlays", "Delete"],
  listInbox: ["overlays", "Inbox"],
  exportInbox: ["overlays", "Inbox: CSV"],
  readInbox: ["overlays", "Inbox: read, unread"],
  deleteInbox: ["overlays", "Inbox: delete many"],
  listContactAnswers: {
    as: "listInbox",
    why: "the inbox has the answers of all forms, and of one",
  },
  readContactAnswers: { as: "readInbox", why: "the inbox marks those of any form" },
  deleteContactAnswers: { as: "deleteInbox", why: "the inbox deletes those of any form" },
  deleteContactAnswer: { as: "deleteInbox", why: "of one, too" },

  listPixels: ["pixels", "Pixels"],
  getPixel: ["pixels", "a pixel's editor"],
  addPixel: ["pixels", "New pixel"],
  updatePixel: ["pixels", "a pixel's editor"],
  deletePixel: ["pixels", "Delete"],

  listDomains: ["domains", "Domains"],
  getDomain: ["domains", "a domain's editor"],
  addDomain: ["domains", "New domain"],
  updateDomain: ["domains", "a domain's editor"],
  checkDomain: ["domains", "Check"],
  deleteDomain: ["domains", "Delete"],

  listQrCodes: ["qr", "QR codes"],
  getQrCode: ["qr", "the studio"],
  addQrCode: ["qr", "the studio; downloading a link's code"],
  updateQrCode: ["qr", "the studio"],
  deleteQrCode: ["qr", "Delete"],
  previewQrCode: ["qr", "the studio's picture and verdict"],
  getQrPicture: ["qr", "PNG, SVG"],
  exportQrCodes: ["qr", "export of many"],
  keepLogo: ["qr", "the studio: logo"],

  makePreview: ["preview", "what visitors get, beside every editor"],

  bulkChange: ["list", "the bar over a selection"],
  listChanges: ["history", "History"],
  getChange: ["history", "a change"],
  undoChange: ["history", "Undo, in History and in every message"],
  listTrash: ["history", "Trash"],
  restoreFromTrash: ["history", "Trash: bring back"],
  listJobs: ["jobs", "work under way, at the foot of the navigation"],
  getJob: ["jobs", "progress"],
  cancelJob: ["jobs", "Cancel"],

  startImport: ["exchange", "Import"],
  previewImport: ["exchange", "Import: what it brings"],
  applyImport: ["exchange", "Import: bring in"],
  importFailures: ["exchange", "Import: save what did not come"],
  exportFile: ["exchange", "Export"],
  tellExport: ["exchange", "Export: what stays behind"],
  exportEverything: ["exchange", "Export: everything"],
  listBackups: ["exchange", "Backups"],
  makeBackup: ["exchange", "Backups: back up now"],
  getBackup: ["exchange", "Backups: check"],
  restoreBackup: ["exchange", "Backups: restore"],
  restoreFile: ["exchange", "Backups: restore from a file"],
};

const renderer = fileURLToPath(new URL("../../src/renderer/", import.meta.url));

/** Whether a room's own code asks for an operation, by its name or by its row. */
function isAskedIn(room: string, name: OperationName): boolean {
  const asked = new RegExp(`"${name}"|[oO]perations\\.${name}\\b`);
  return filesOf(join(renderer, room), room !== "").some((text) => asked.test(text));
}

function filesOf(folder: string, recursive: boolean): string[] {
  return readdirSync(folder, { recursive, encoding: "utf8" })
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
