import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";

/**
 * The network may demand that whoever links confirms with a passkey, which a client without the phone's platform can't
 * offer; the library knows nothing of it, and the link never completes. What the demand looks like is not documented, so
 * any stanza counts that names a passkey before a phone is linked.
 * @param demanded called once.
 */
export function noticePasskey(sock: WASocket, demanded: () => void): void {
  const look = (node: BinaryNode) => {
    if (!namesPasskey(node)) return;
    sock.ws.off("frame", look);
    if (sock.authState.creds.account === undefined) demanded();
  };
  sock.ws.on("frame", look);
}

const isNamed = (text: string) => text.toLowerCase().includes("passkey");

function namesPasskey({ tag, attrs = {}, content }: BinaryNode): boolean {
  // Nobody's own words: messages come only after the link.
  if (isNamed(tag ?? "") || isNamed(attrs.type ?? "") || isNamed(attrs.text ?? "")) return true;
  return Array.isArray(content) && content.some(namesPasskey);
}
