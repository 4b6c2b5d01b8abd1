import type { TFunction } from "i18next";
import {
  contactFields,
  overlayPositions,
  overlayTypes,
} from "../../../contract/fields/shownFields.ts";
import {
  qrCorrections,
  qrEyes,
  qrFrames,
  qrPatterns,
  qrTypes,
} from "../../../contract/resources/qrCodes.ts";
import type { RecordKind } from "../../../contract/fields/records.ts";
import { viewKinds } from "../../../contract/resources/views.ts";
import { deviceText } from "../links/editor/choices.ts";
import { nameOfCountry, nameOfLanguage } from "../links/editor/placeNames.ts";
import { platforms } from "../pixels/platforms.ts";

/** What a field's value is called where it is one of few; undefined: it says itself. */
export function codeText(
  kind: RecordKind,
  field: string,
  value: string,
  t: TFunction,
): string | undefined {
  const among = <One extends string>(all: readonly One[]) => all.find((one) => one === value);
  switch (`${kind} ${field}`) {
    case "links status":
    case "bio status":
      return t(value === "public" ? "common.on" : "common.off");
    case "qr type": {
      const type = among(qrTypes);
      return type && t(`qr.types.${type}`);
    }
    case "qr correction": {
      const correction = among(qrCorrections);
      return correction && t(`qr.corrections.${correction}`);
    }
    case "qr pattern": {
      const pattern = among(qrPatterns);
      return pattern && t(`qr.patterns.${pattern}`);
    }
    case "qr eyes": {
      const eyes = among(qrEyes);
      return eyes && t(`qr.eyesAre.${eyes}`);
    }
    case "qr frame": {
      const frame = among(qrFrames);
      return frame && t(`qr.frames.${frame}`);
    }
    case "overlays type": {
      const type = among(overlayTypes);
      return type && t(`overlays.types.${type}`);
    }
    case "overlays position": {
      const position = among(overlayPositions);
      return position && t(`overlays.positions.${position}`);
    }
    case "overlays fields": {
      const asked = among(contactFields);
      return asked && t(`overlays.formFields.${asked}`);
    }
    case "views kind": {
      const viewed = among(viewKinds);
      return viewed && t(`history.viewKinds.${viewed}`);
    }
    case "pixels type":
      return platforms.find(({ type }) => type === value)?.name;
    default:
      return undefined;
  }
}

/** A rule, parameter or app link, as the editor of links says it; undefined: it is something else. */
export function ruleText(entry: unknown, t: TFunction, language: string): string | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  const text = (name: string): string => {
    const value: unknown = Reflect.get(entry, name);
    return typeof value === "string" ? value : "";
  };
  const has = (...names: string[]) => names.every((name) => name in entry);
  const pair = (name: string, value: string) => `\u2068${name}\u2069: \u2068${value}\u2069`;
  if (has("location", "link")) return pair(nameOfCountry(text("location"), language), text("link"));
  if (has("language", "link"))
    return pair(nameOfLanguage(text("language"), language), text("link"));
  if (has("device", "link")) {
    const device = text("device");
    return pair(deviceText(device, t), text("link"));
  }
  if (has("name", "value")) return `\u2068${text("name")}=${text("value")}\u2069`;
  if (has("apple", "google", "auto"))
    return [
      ...(["apple", "google"] as const)
        .filter((store) => text(store) !== "")
        .map((store) => pair(t(`linkEditor.appLinks.${store}`), text(store))),
      ...(Reflect.get(entry, "auto") === true ? [t("linkEditor.appLinks.auto")] : []),
    ].join("\n");
  return undefined;
}
