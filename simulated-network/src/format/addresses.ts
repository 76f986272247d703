import { jidDecode, jidEncode } from "@whiskeysockets/baileys";

/** The server itself, as an address without a user. */
export const SERVER = "@s.whatsapp.net";
/** The server part of an address by phone number. */
export const PHONE_SERVER = "s.whatsapp.net";
/** The server part of an address by private id. */
export const LID_SERVER = "lid";
/** The server part of a channel's address. */
export const CHANNEL_SERVER = "newsletter";

/** The two forms of a person's address: by phone number or by private id (LID). An answer keeps the question's form. */
export type AddressForm = "pn" | "lid";

/** One device of one person; 0 is the phone itself, linked devices count from 1. */
export interface DeviceAddress {
  readonly phone: string;
  readonly device: number;
}

/** The two names of a person. */
export interface PersonNames {
  readonly phone: string;
  readonly lid: string;
}

/** A person's address without a device, e.g. `15550001@s.whatsapp.net`. */
export function personAddress(person: PersonNames, form: AddressForm): string {
  return deviceAddress(person, 0, form);
}

/** The address of one device, e.g. `15550001:2@s.whatsapp.net`; device 0 is written without a number. */
export function deviceAddress(person: PersonNames, device: number, form: AddressForm): string {
  return form === "pn" ? jidEncode(person.phone, PHONE_SERVER, device) : jidEncode(person.lid, LID_SERVER, device);
}

/** The chat of a person as the sandbox shows it. */
export function chatIdOf(phone: string): string {
  return `${phone}@${PHONE_SERVER}`;
}

/** The parts of an address. */
export interface ParsedAddress {
  readonly user: string;
  readonly server: string;
  readonly device: number;
}

/** Splits an address. @returns null when the text is no address with a user. */
export function parseAddress(address: string | undefined): ParsedAddress | null {
  const parts = address ? jidDecode(address) : undefined;
  if (!parts?.user) return null;
  return { user: parts.user, server: parts.server, device: parts.device ?? 0 };
}

/** A text for each device, as a key of maps. */
export function deviceKey(address: DeviceAddress): string {
  return `${address.phone}:${address.device}`;
}
