import { messages } from "../../contract/messages.ts";

/** The English of what the server says by code is the server's own. */
export const englishMessages = { messages };
