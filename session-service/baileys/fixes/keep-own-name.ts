import type { WASocket } from "@whiskeysockets/baileys";

/**
 * A credentials update without `me` makes the library send an empty presence, which the network takes as "online": the
 * phone stops ringing. Every update gets the current `me`.
 */
export function keepOwnName(sock: WASocket): void {
  const { emit } = sock.ev;
  sock.ev.emit = (event, data) => {
    const { me } = sock.authState.creds;
    const lacksMe = event === "creds.update" && me !== undefined && typeof data === "object" && !("me" in data);
    return emit.call(sock.ev, event, lacksMe ? { ...data, me } : data);
  };
}
