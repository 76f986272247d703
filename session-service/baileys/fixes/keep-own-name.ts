import type { WASocket } from "@whiskeysockets/baileys";

/**
 * Adds the current `me` to every credentials update. Otherwise the library sends an empty presence, which the network
 * takes for "online", so the phone stops ringing.
 */
export function keepOwnName(sock: WASocket): void {
  const { emit } = sock.ev;
  sock.ev.emit = (event, data) => {
    const { me } = sock.authState.creds;
    const lacksMe = event === "creds.update" && me !== undefined && typeof data === "object" && !("me" in data);
    return emit.call(sock.ev, event, lacksMe ? { ...data, me } : data);
  };
}
