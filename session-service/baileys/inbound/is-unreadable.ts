import { type WAMessage, WAMessageStubType } from "@whiskeysockets/baileys";

/** Whether a message could not be decrypted. The message is delivered again if the library requested another copy. */
export const isUnreadable = ({ messageStubType }: WAMessage): boolean =>
  messageStubType === WAMessageStubType.CIPHERTEXT;
