/** `details.device` keys and `devicetarget.device` values: devices, and groups of them. */
export const deviceNames = [
  "iphone",
  "ipad",
  "android",
  "windows",
  "mac",
  "linux",
  "chromeos",
] as const;
export const deviceGroups = ["mobile", "tablet", "desktop"] as const;
export const devices = [...deviceNames, ...deviceGroups] as const;

export type DeviceName = (typeof deviceNames)[number];
export type DeviceGroup = (typeof deviceGroups)[number];
export type Device = DeviceName | DeviceGroup;

export function isDevice(name: string): name is Device {
  return devices.some((device) => device === name);
}
