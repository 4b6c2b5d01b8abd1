/**
 * The little of electron-updater that is used. Its own types bring those of all its providers
 * along; that it really has these is seen where it is loaded (test/packaging).
 */
declare module "electron-updater" {
  interface AppUpdater {
    autoDownload: boolean;
    autoInstallOnAppQuit: boolean;
    logger: null;
    checkForUpdates(): Promise<{
      readonly isUpdateAvailable: boolean;
      readonly updateInfo: { readonly version: string };
    } | null>;
    downloadUpdate(): Promise<unknown>;
    quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
    on(
      event: "download-progress",
      listener: (progress: { readonly percent: number }) => void,
    ): this;
    on(event: "error", listener: () => void): this;
  }
  const library: { readonly autoUpdater: AppUpdater };
  export default library;
}
