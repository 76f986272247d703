import { type WAMessage, WAMessageStubType } from "@whiskeysockets/baileys";

/** Whether a message could not be decrypted; the network brings it again when it was asked to. */
export const isUnreadable = ({ messageStubType }: WAMessage): boolean =>
  messageStubType === WAMessageStubType.CIPHERTEXT;
