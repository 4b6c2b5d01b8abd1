/** A start that could not happen; the message is for the owner, as it is. */
export class StartFailed extends Error {
  override readonly name: string = "StartFailed";
}

/** Another program listens where one of the doors should. */
export class PortTaken extends StartFailed {
  override readonly name = "PortTaken";
  readonly door: "port" | "publicPort" | "guiPort";

  constructor(door: PortTaken["door"], { message, cause }: StartFailed) {
    super(message, { cause });
    this.door = door;
  }
}
