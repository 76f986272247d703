import { jidDecode, jidEncode } from "@whiskeysockets/baileys";

/** The server's own address, which has no user. */
export const SERVER = "@s.whatsapp.net";
/** The server part of an address with a phone number. */
export const PHONE_SERVER = "s.whatsapp.net";
/** The server part of an address with a private id. */
export const LID_SERVER = "lid";
/** The server part of a channel's address. */
export const CHANNEL_SERVER = "newsletter";

/** The two forms of a person's address: phone number or private id (LID). An answer keeps the query's form. */
export type AddressForm = "pn" | "lid";

/** One of a person's devices; 0 is the phone itself, linked devices count from 1. */
export interface DeviceAddress {
  readonly phone: string;
  readonly device: number;
}

/** A person's two names. */
export interface PersonNames {
  readonly phone: string;
  readonly lid: string;
}

/** A person's address without a device, e.g. `15550001@s.whatsapp.net`. */
export function personAddress(person: PersonNames, form: AddressForm): string {
  return deviceAddress(person, 0, form);
}

/** A device's address, e.g. `15550001:2@s.whatsapp.net`; device 0 is written without a number. */
export function deviceAddress(person: PersonNames, device: number, form: AddressForm): string {
  return form === "pn" ? jidEncode(person.phone, PHONE_SERVER, device) : jidEncode(person.lid, LID_SERVER, device);
}

/** The id of the chat with a person, as the sandbox shows it. */
export function chatIdOf(phone: string): string {
  return `${phone}@${PHONE_SERVER}`;
}

/** The parts of an address. */
export interface ParsedAddress {
  readonly user: string;
  readonly server: string;
  readonly device: number;
}

/** Splits an address. @returns null if the text is not an address with a user. */
export function parseAddress(address: string | undefined): ParsedAddress | null {
  const parts = address ? jidDecode(address) : undefined;
  if (!parts?.user) return null;
  return { user: parts.user, server: parts.server, device: parts.device ?? 0 };
}

/** A string that identifies a device in maps. */
export function deviceKey(address: DeviceAddress): string {
  return `${address.phone}:${address.device}`;
}
