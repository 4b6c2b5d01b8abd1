/**
 * What links point at by id. Pixels, channels, campaigns, splash pages and overlays have no
 * collections yet, so that no id of theirs exists.
 */
export interface References {
  hasPixel(id: number): boolean;
  hasChannel(id: number): boolean;
  hasCampaign(id: number): boolean;
  hasSplashPage(id: number): boolean;
  hasOverlay(id: number): boolean;
}

export function createReferences(): References {
  const none = () => false;
  return {
    hasPixel: none,
    hasChannel: none,
    hasCampaign: none,
    hasSplashPage: none,
    hasOverlay: none,
  };
}
