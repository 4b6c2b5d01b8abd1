import type { ServerResponse } from "node:http";

/** Calls once when the reader of an answer has it or is gone. */
export function onceRead(response: ServerResponse, then: () => void): void {
  const { socket } = response.req;
  const end = () => {
    response.off("close", end);
    socket.off("close", end);
    then();
  };
  response.once("close", end);
  // An answer that waits for the one before it isn't told.
  socket.once("close", end);
}
