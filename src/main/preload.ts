import { contextBridge, ipcRenderer } from "electron";
import { channels, type Bridge } from "./bridge/bridge.ts";

const bridge: Bridge = {
  openExternal: (address) => ipcRenderer.invoke(channels.openExternal, address),
  showDataFolder: () => ipcRenderer.invoke(channels.showDataFolder),
  appInfo: () => ipcRenderer.invoke(channels.appInfo),
  restart: () => ipcRenderer.invoke(channels.restart),
  update: (ask) => ipcRenderer.invoke(channels.update, ask),
  desktop: () => ipcRenderer.invoke(channels.desktop),
  changeDesktop: (change) => ipcRenderer.invoke(channels.changeDesktop, change),
  speak: (language) => ipcRenderer.invoke(channels.speak, language),
  closeBar: () => ipcRenderer.invoke(channels.closeBar),
  showPlace: (place) => ipcRenderer.invoke(channels.showPlace, place),
};

contextBridge.exposeInMainWorld("waypost", bridge);
