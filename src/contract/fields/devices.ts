interface DeviceRow {
  /** In English; Persian is in the app's `fa.json`. */
  readonly label: string;
  /** As the parser of user agents calls it, where that alone tells the device. */
  readonly system?: string;
  /** Whatever the user agent says. */
  readonly group?: DeviceGroup;
  /** Where the user agent doesn't say that it's a phone or tablet. */
  readonly usualGroup?: DeviceGroup;
}

const groupLabels = { mobile: "Phone", tablet: "Tablet", desktop: "Computer" } as const;
export type DeviceGroup = keyof typeof groupLabels;

export const deviceRows = {
  iphone: { label: "iPhone", group: "mobile" },
  ipad: { label: "iPad", group: "tablet" },
  android: { label: "Android" },
  windows: { label: "Windows", system: "Windows", usualGroup: "desktop" },
  mac: { label: "Mac", group: "desktop" },
  linux: { label: "Linux", usualGroup: "desktop" },
  chromeos: { label: "ChromeOS", system: "Chromium OS", group: "desktop" },
} as const satisfies Readonly<Record<string, DeviceRow>>;
export type DeviceName = keyof typeof deviceRows;
export type Device = DeviceName | DeviceGroup;

/** Name by name. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
export const deviceEntries = Object.entries(deviceRows) as [DeviceName, DeviceRow][];

export const deviceLabels: Readonly<Record<Device, string>> = {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name is there
  ...(Object.fromEntries(deviceEntries.map(([name, { label }]) => [name, label])) as Record<
    DeviceName,
    string
  >),
  ...groupLabels,
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
export const deviceGroups = Object.keys(groupLabels) as DeviceGroup[];

/** `details.device` keys and `devicetarget.device` values: devices, and groups of them. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
export const devices = Object.keys(deviceLabels) as Device[];

export function isDevice(name: string): name is Device {
  return devices.some((device) => device === name);
}
