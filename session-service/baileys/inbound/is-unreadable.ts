import { type WAMessage, WAMessageStubType } from "@whiskeysockets/baileys";

/** Whether a message could not be decrypted; the network sends it again if it was requested. */
export const isUnreadable = ({ messageStubType }: WAMessage): boolean =>
  messageStubType === WAMessageStubType.CIPHERTEXT;
