import { type WAMessage, WAMessageStubType } from "@whiskeysockets/baileys";

/** Whether a message could not be decrypted. If the library requested another copy, the message is delivered again. */
export const isUnreadable = ({ messageStubType }: WAMessage): boolean =>
  messageStubType === WAMessageStubType.CIPHERTEXT;
