import { PhoneCode } from "./PhoneCode.tsx";
import { candidateOf, isInUse, type StepPart } from "./steps.ts";
import classes from "./PublicAddressScreen.module.css";
import { Standing } from "./Standing.tsx";
import { SwitchBase } from "./SwitchBase.tsx";

/** Links begin with the address from here on; or how it stands, once they do. */
export function UseStep(part: StepPart) {
  const { door, tunnel } = part;
  const candidate = candidateOf(door, tunnel);
  if (candidate === null) return null;
  return (
    <div className={classes.parts}>
      {isInUse(door, tunnel) ? (
        <Standing {...part} />
      ) : (
        <SwitchBase door={door} tunnel={tunnel} candidate={candidate} />
      )}
      <PhoneCode address={candidate} />
    </div>
  );
}
